import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { type Category, categories, categoryById } from '#categories/index.ts'
import type { ListingStatus } from './listing-status.ts'
import { isChip, isSoldChip, messageChips, soldText } from './message-chips.ts'
import { minFirstMessageLength } from './message-rules.ts'
import { messageText } from './messages.ts'

const emails = campus.universities.flatMap(({ emailDomains }) =>
  emailDomains.map((domain) => `ada@${domain}`),
)

const { misc, rental } = categoryById
const [email = ''] = emails

const chipsOf = (
  { id }: Category,
  role: 'buyer' | 'seller',
  values: { status?: ListingStatus; listing_type?: string } | null,
  writer = email,
) => {
  const { status, ...details } = values ?? {}
  return messageChips({ category: id, details, ...(status && { status }) }, { role, email: writer })
}

/** The suggested texts without the one that suggests a place to meet. */
const textsOf = (...[category, role, values]: Parameters<typeof chipsOf>) =>
  chipsOf(category, role, values).filter((chip) => !chip.startsWith('I can meet at'))

const wanted = { listing_type: 'Wanting' }

describe('chips', () => {
  it('are texts that can be sent as they are, also first', () => {
    expect(emails.length).toBeGreaterThan(0)
    for (const email of emails) {
      const first = [{}, wanted].flatMap((values) =>
        categories.flatMap((category) =>
          (['available', 'pending'] as const).flatMap((status) =>
            chipsOf(category, 'buyer', { status, ...values }, email),
          ),
        ),
      )
      const answers = ['available', 'pending', 'expired', 'sold'].flatMap((status) =>
        chipsOf(misc, 'seller', { status: status as ListingStatus }, email),
      )
      expect(first.length).toBeGreaterThan(categories.length)
      for (const chip of [...first, ...answers]) {
        expect(messageText.parse(chip)).toBe(chip)
        expect(chip.length).toBeGreaterThanOrEqual(minFirstMessageLength)
      }
      expect(first.filter((chip) => !isChip(email, chip))).toEqual([])
    }
  })

  it('follow the status: what is gone is neither offered nor asked about', () => {
    const gone = "Sorry, it's gone."
    const seller = (status: ListingStatus) => textsOf(rental, 'seller', { status })
    expect(seller('available')).toEqual(["Yes, it's still available!", gone])
    expect(seller('pending')).toEqual([
      "It's reserved for you.",
      "It's pending for someone else. I'll tell you if that changes.",
      gone,
    ])
    expect(seller('expired')).toEqual(['I still have it. Do you want it?', gone])
    for (const status of ['sold', 'hidden', 'removed'] as const) {
      expect(seller(status)).toEqual([gone])
    }
    const buyer = (status: ListingStatus) => textsOf(rental, 'buyer', { status })
    expect(buyer('available')).toEqual([...rental.questions])
    expect(buyer('pending')).toEqual(['Please tell me if it becomes available.'])
    const again = "Please tell me if it's available again."
    for (const status of ['sold', 'expired', 'hidden', 'removed'] as const) {
      expect(buyer(status)).toEqual([again])
    }
    expect(textsOf(rental, 'buyer', null)).toEqual([again])
  })

  it('of what is wanted are for one who has it, and for one who is looking', () => {
    const live = { ...wanted, status: 'available' } as const
    expect(textsOf(misc, 'buyer', live)).toEqual([
      'I have one. Are you still looking?',
      'I can send you photos of it.',
    ])
    expect(textsOf(misc, 'seller', live)).toEqual([
      "Yes, I'm still looking!",
      "Sorry, I've found one.",
      'When could I see it?',
    ])
    const agreed = { ...wanted, status: 'pending' } as const
    expect(textsOf(misc, 'seller', agreed)[0]).toBe(
      "I may have found one. I'll tell you if that changes.",
    )
    expect(textsOf(misc, 'buyer', agreed)).toEqual(["I have one, if yours doesn't work out."])
    const found = { ...wanted, status: 'sold' } as const
    expect(textsOf(misc, 'seller', found)).toEqual(["Sorry, I've found one."])
    expect(textsOf(misc, 'buyer', found)).toEqual(['Please tell me if you need another one.'])
  })

  it('are about meeting once the two have agreed, and thank after the sale', () => {
    const agreed = (role: 'buyer' | 'seller', status: ListingStatus) =>
      messageChips({ category: 'misc', details: {}, status }, { role, email, hasDeal: true })
    expect(agreed('buyer', 'pending')[0]).toBe('When can we meet?')
    expect(agreed('seller', 'pending')[0]).toBe('When can we meet?')
    expect(agreed('buyer', 'sold')).toEqual(['Thanks again!'])
    expect(agreed('seller', 'sold')).toEqual(['Thanks again!'])
    expect(agreed('seller', 'available')[0]).toBe("Yes, it's still available!")
  })

  const startsAt = Date.parse('2026-11-20T18:00:00.000Z')

  /** A meeting as seen some minutes after its time. */
  const at = (minutes: number, state: 'open' | 'agreed' | 'over' | 'cancelled' = 'agreed') => ({
    meeting: {
      state,
      agreed: { place_kind: 'other', place: 'SLC', starts_at: new Date(startsAt).toISOString() },
    } as const,
    now: startsAt + minutes * 60_000,
  })

  it.each([
    [-121, 0],
    [-120, 2],
    [60, 2],
    [61, 0],
  ])('%d minutes after the time of a meeting: %d chips', (minutes, count) => {
    const listing = { category: 'misc', details: {}, status: 'pending' } as const
    const chips = messageChips(listing, { role: 'buyer', email, hasDeal: true, ...at(minutes) })
    expect(chips).toHaveLength(count)
  })

  it('follow the meeting, and never deny what was agreed', () => {
    const chips = (
      role: 'buyer' | 'seller',
      status: ListingStatus,
      state: 'open' | 'agreed' | 'over' | 'cancelled',
    ) => messageChips({ category: 'misc', details: {}, status }, { role, email, ...at(0, state) })
    for (const role of ['buyer', 'seller'] as const) {
      for (const status of ['available', 'pending', 'expired'] as const) {
        expect(chips(role, status, 'agreed')).toEqual(["I'm on my way.", "I'm running a bit late."])
        expect(chips(role, status, 'open').join()).not.toContain('I can meet at')
        expect(chips(role, status, 'cancelled').join()).toContain('I can meet at')
      }
      expect(chips(role, 'sold', 'agreed')).toEqual(['Thanks again!'])
      expect(chips(role, 'sold', 'over')).toEqual(['Thanks again!'])
    }
    expect(chips('buyer', 'available', 'open')).toEqual(misc.questions)
    expect(chips('buyer', 'sold', 'cancelled')).toEqual(["Please tell me if it's available again."])
  })

  it('say in the owner’s words that it is gone', () => {
    expect(soldText({ category: 'misc', details: {} })).toBe("Sorry, it's gone.")
    expect(soldText({ category: 'misc', details: wanted })).toBe("Sorry, I've found one.")
  })

  it('offer to mark a listing once they say that it is sold or found', () => {
    expect(isSoldChip("Sorry, it's gone.")).toBe(true)
    expect(isSoldChip("Sorry, I've found one.")).toBe(true)
    expect(isSoldChip("Yes, it's still available!")).toBe(false)
  })

  it('are no longer ours once they were edited', () => {
    expect(isChip(email, 'When could I see it? Call me.')).toBe(false)
    expect(isChip(email, 'I can meet at noon on …')).toBe(false)
  })

  it('name a place of the writer’s own university, while there may be something to hand over', () => {
    const suggested = (status: ListingStatus) =>
      emails.map((email) => chipsOf(rental, 'buyer', { status }, email).at(-1))
    for (const status of ['available', 'pending', 'expired'] as const) {
      expect(new Set(suggested(status)).size).toBe(campus.universities.length)
      expect(suggested(status)[0]).toMatch(/^I can meet at .+ on …$/)
    }
    for (const status of ['sold', 'hidden', 'removed'] as const) {
      expect(suggested(status).join()).not.toContain('I can meet at')
    }
  })
})
