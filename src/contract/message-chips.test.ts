import { describe, expect, it } from 'vitest'
import { universities } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { buyerChips, isChip, sellerChips } from './message-chips.ts'
import { minFirstMessageLength } from './message-rules.ts'
import { messageText } from './messages.ts'

const emails = universities.flatMap(({ emailDomains }) =>
  emailDomains.map((domain) => `ada@${domain}`),
)

describe('chips', () => {
  it('are texts that can be sent as they are, also first', () => {
    expect(emails.length).toBeGreaterThan(0)
    for (const email of emails) {
      const chips = categories.flatMap((category) => buyerChips(category, email))
      expect(chips.length).toBeGreaterThan(categories.length)
      for (const chip of [...chips, ...sellerChips]) {
        expect(messageText.parse(chip)).toBe(chip)
        expect(chip.length).toBeGreaterThanOrEqual(minFirstMessageLength)
      }
      expect(chips.every((chip) => isChip(email, chip))).toBe(true)
    }
  })

  it('are no longer ours once they were edited', () => {
    const [email = ''] = emails
    expect(isChip(email, 'When could I see it? Call me.')).toBe(false)
    expect(isChip(email, 'I can meet at noon on …')).toBe(false)
  })

  it('name a place of the writer’s own university', () => {
    const places = emails.map((email) => buyerChips(categories[0], email).at(-1))
    expect(new Set(places).size).toBe(universities.length)
    expect(places[0]).toMatch(/^I can meet at .+ on …$/)
  })
})
