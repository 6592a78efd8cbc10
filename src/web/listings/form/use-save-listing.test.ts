import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing, PostedListing } from '#contract/listings.ts'
import { savedText } from './use-save-listing.ts'

const today = '2026-11-15'
const listing = { status: 'available', ends_at: '2026-12-16T05:00:00.000Z' } as Listing
const again = {
  ...listing,
  duplicate: { title: 'Desk lamp', posted_at: '2026-11-02T12:00:00.000Z' },
} as PostedListing
const hidden = { ...listing, status: 'hidden' } as Listing
const removed = { ...listing, status: 'removed' } as Listing
const ended = { ...listing, status: 'expired' } as Listing

it.each([
  [listing, true, "Posted. It's up until Dec 15."],
  [
    again,
    true,
    "Posted. It's up until Dec 15. It looks like “Desk lamp”, which you posted on Nov 2.",
  ],
  [listing, false, 'Your item is saved.'],
  [ended, false, 'Your item is saved. It has ended. Renew it to list it again.'],
  [hidden, false, 'Your item is saved. It stays hidden until a moderator has looked at it.'],
  [removed, false, 'Your item is saved. A moderator removed it, so only you can see it.'],
])('%#: says what is saved', (saved, isNew, text) => {
  expect(savedText(categoryById.misc, saved, { isNew, today })).toBe(text)
})
