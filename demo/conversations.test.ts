import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { minFirstMessageLength } from '#contract/message-rules.ts'
import { sendMessageBody } from '#contract/messages.ts'
import { demoConversations } from './conversations.ts'
import { demoListings } from './listings.ts'

const listings = demoListings(new Date('2026-03-31T12:00:00Z'))

const listingOf = ({ category, title }: (typeof demoConversations)[number]['listing']) =>
  listings.find(({ category: id, body }) => {
    const { [categoryById[id].apiNames.title]: itsTitle } = body as Record<string, unknown>
    return id === category && itsTitle === title
  })

describe('sample conversations', () => {
  it('are what two students can write about a listing of one of them, after it was posted', () => {
    for (const { listing, buyer, messages } of demoConversations) {
      const sample = listingOf(listing)
      expect(sample, listing.title).toBeDefined()
      expect(sample?.seller).not.toBe(buyer)
      expect(messages[0]).toMatchObject({ from: 'buyer' })
      expect(messages[0]?.body.length).toBeGreaterThanOrEqual(minFirstMessageLength)
      expect(messages[0]?.daysAgo).toBeLessThan(sample?.daysAgo ?? 0)
      for (const { body } of messages) expect(sendMessageBody.parse({ body })).toEqual({ body })
      const ages = messages.map(({ daysAgo }) => daysAgo)
      expect(ages).toEqual(ages.toSorted((a, b) => b - a))
    }
  })

  it('come in the order of their last messages', () => {
    const ages = demoConversations.map(({ messages }) => messages.at(-1)?.daysAgo ?? 0)
    expect(ages).toEqual(ages.toSorted((a, b) => b - a))
    expect(ages.at(-1)).toBeGreaterThan(0)
  })

  it('show the first sample student as buyer and seller, with something to read', () => {
    const sellers = demoConversations.map(({ listing }) => listingOf(listing)?.seller)
    expect(sellers).toContain('ada')
    expect(demoConversations.map(({ buyer }) => buyer)).toContain('ada')
    const unread = demoConversations.filter(({ isUnread }) => isUnread)
    expect(unread.map(({ listing }) => listingOf(listing)?.seller)).toEqual(['ada'])
    expect(unread[0]?.messages.at(-1)?.from).toBe('buyer')
  })
})
