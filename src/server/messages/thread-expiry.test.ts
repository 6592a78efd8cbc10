import { expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { threadExpiry } from './thread-expiry.ts'

function expiry(lastMessageAt: string, details: object = {}, category: CategoryId = 'misc') {
  changeCampus({ timeZone: 'America/Toronto' })
  const listing = { category, details: { ...details } }
  return new Date(threadExpiry(listing, Date.parse(lastMessageAt))).toISOString()
}

it.each([
  ['2026-11-15T12:00:00Z', '2027-11-16T05:00:00.000Z'],
  // On campus, it is still the 15th.
  ['2026-11-16T04:59:59Z', '2027-11-16T05:00:00.000Z'],
  // The last message is in summer time, and the expiry is in winter time.
  ['2026-03-10T12:00:00Z', '2027-03-11T05:00:00.000Z'],
  ['2028-02-29T12:00:00Z', '2029-03-01T05:00:00.000Z'],
  ['2027-02-28T12:00:00Z', '2028-02-29T05:00:00.000Z'],
])('a thread with a last message at %s is kept until %s', (lastMessageAt, expiresAt) => {
  expect(expiry(lastMessageAt)).toBe(expiresAt)
})

it.each([
  // The thread is kept for 30 days after the rental ends, even across the clock change in autumn.
  [{ is_sublet: true, available_to: '2027-12-20' }, '2028-01-20T05:00:00.000Z'],
  [{ is_sublet: false, available_to: '2028-10-20' }, '2028-11-20T05:00:00.000Z'],
  // The rental ends within the 12 months, so it changes nothing.
  [{ is_sublet: true, available_to: '2027-08-31' }, '2027-11-16T05:00:00.000Z'],
  // The first two rentals have no end. The end of the last one is a date that nobody could save.
  [{ is_sublet: true, available_to: null }, '2027-11-16T05:00:00.000Z'],
  [{ is_sublet: false, available_to: null }, '2027-11-16T05:00:00.000Z'],
  [{ is_sublet: true, available_to: '2099-12-31' }, '2027-11-16T05:00:00.000Z'],
])('a rental %o keeps its thread until %s', (values, expiresAt) => {
  const period = { date_available: '2027-01-01', ...values }
  expect(expiry('2026-11-15T12:00:00Z', period, 'rental')).toBe(expiresAt)
})
