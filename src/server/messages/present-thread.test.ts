import { expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { dayMs } from '../durations.ts'
import type { ListingRow } from '../listings/listing-queries.ts'
import { presentReadMessage, presentThread, threadValidUntil } from './present-thread.ts'
import type { ThreadRow } from './thread-queries.ts'

const now = Date.UTC(2026, 10, 15, 12)

const thread: ThreadRow = {
  id: 5,
  category: 'misc',
  listing_id: 7,
  title: 'Old lamp',
  expires_at: now + 365 * dayMs,
  is_buyer: 1,
  read_id: 0,
  unread: 2,
  other_id: 3,
  other_first_name: 'Ada',
  other_last_name: 'Lovelace',
  other_email: at('ada'),
  other_banned_at: null,
  last_message: {
    id: 9,
    client_id: 'c',
    is_from_buyer: 1,
    body: 'Hi',
    created_at: now,
    kind: null,
    details: null,
  },
}
const ofSeller = { ...thread, is_buyer: 0 }

const listing: ListingRow = {
  category: 'misc',
  id: 7,
  seller_id: 3,
  title: 'Lamp',
  price_cents: 1500,
  description: '',
  details: '{}',
  photos: '[]',
  posted_at: now - dayMs,
  updated_at: now - dayMs,
  renewed_at: null,
  was_price_cents: null,
  was_price_since: null,
  is_firm: 0,
  went_for_cents: null,
  ranked_at: now,
  ends_at: now + dayMs,
  status: 'available',
  status_changed_at: now - dayMs,
  first_name: 'Ada',
  last_name: 'Lovelace',
}

const inStatus = (status: ListingStatus, changes: Partial<ListingRow> = {}) => ({
  ...listing,
  status,
  ...changes,
})

it.each([
  ['available', listing, 'Lamp', 'available', 'available'],
  ['pending', inStatus('pending'), 'Lamp', 'pending', 'pending'],
  ['past its end', inStatus('available', { ends_at: now }), 'Lamp', null, 'expired'],
  ['sold', inStatus('sold'), 'Lamp', 'sold', 'sold'],
  [
    'sold long ago',
    inStatus('sold', { status_changed_at: now - 30 * dayMs }),
    'Lamp',
    null,
    'sold',
  ],
  ['expired', inStatus('expired'), 'Lamp', null, 'expired'],
  ['hidden', inStatus('hidden'), null, null, 'hidden'],
  ['removed', inStatus('removed'), null, null, 'removed'],
  ['deleted', undefined, 'Old lamp', null, null],
] as const)('a listing that is %s', (_, row, buyersTitle, buyersStatus, sellersStatus) => {
  const forBuyer = presentThread(thread, row, 'open', now)
  expect([forBuyer.title, forBuyer.listing?.status ?? null]).toEqual([buyersTitle, buyersStatus])
  const forSeller = presentThread(ofSeller, row, 'open', now)
  expect(forSeller.title).toBe(row?.title ?? 'Old lamp')
  expect(forSeller.listing?.status ?? null).toBe(sellersStatus)
})

it('is told from the side of who reads', () => {
  expect(presentThread(thread, listing, 'open', now)).toMatchObject({
    role: 'buyer',
    other: { id: 3, name: 'Ada Lovelace' },
    unread: 2,
    last_message: { id: 9, is_own: true },
    state: 'open',
  })
  expect(presentThread(ofSeller, listing, 'blocked', now)).toMatchObject({
    role: 'seller',
    last_message: { is_own: false },
    state: 'blocked',
  })
})

it('gives no address of the other, and no name of a deleted account', () => {
  expect(JSON.stringify(presentThread(thread, listing, 'open', now))).not.toContain('@')
  const gone = { other_id: null, other_first_name: null, other_last_name: null, other_email: null }
  const { other } = presentThread({ ...thread, ...gone }, undefined, 'closed', now)
  expect(other).toEqual({ id: null, name: 'Deleted account' })
})

it.each([
  ['the end of the listing', listing, listing.ends_at],
  ['the last day of a sold one', inStatus('sold'), listing.status_changed_at + 30 * dayMs],
  ['its own end, with a listing that has ended', inStatus('expired'), thread.expires_at],
  ['its own end, without a listing', undefined, thread.expires_at],
  [
    'its own end, before that of the listing',
    inStatus('available', { ends_at: now + 400 * dayMs }),
    thread.expires_at,
  ],
] as const)('holds until %s', (_, row, expected) => {
  const validUntil = threadValidUntil(thread, row, now)
  expect(validUntil).toBe(expected)
  const present = (time: number) => presentThread(thread, row, 'open', time)
  expect(present(validUntil - 1)).toEqual(present(now))
})

it('warns the reader of a message as fits the category of the thread', () => {
  changeCampus({ region: builtInCampus.region })
  const message = { ...thread.last_message, body: 'I will courier you the keys.' }
  const adviceIn = (category: CategoryId) =>
    presentReadMessage(message, false, category).signals.map(({ advice }) => advice)
  expect(adviceIn('rental')).toEqual([expect.stringContaining('the place')])
  expect(adviceIn('misc')).toEqual([expect.not.stringContaining('the place')])
  expect(presentReadMessage(message, true, 'rental').signals).toEqual([])
})

it('reads a message once, however often its conversation is opened', () => {
  changeCampus({ region: builtInCampus.region })
  const message = { ...thread.last_message, body: 'I will courier you the keys.' }
  const read = () => presentReadMessage(message, false, 'misc').signals
  const first = read()
  expect(first).toHaveLength(1)
  expect(read()).toBe(first)
})
