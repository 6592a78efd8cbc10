import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { universities } from '#campus.ts'
import { type CategoryId, categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { SafetyBox } from './safety-box.tsx'

const textOf = (id: CategoryId, listing: object) =>
  renderToString(
    <SafetyBox category={categoryById[id]} listing={listing as Partial<Listing>} />,
  ).replace(/<[^>]*>/g, '')

const tickets = { category: 'Tickets' }
const wanted = { listing_type: 'Wanting' }

it.each([
  ['rental', {}, 'see the place before you pay a deposit.'],
  ['textbook', {}, 'check the book before you pay.'],
  ['textbook', wanted, 'hand the book over once you are paid.'],
  ['misc', {}, 'check it before you pay.'],
  ['misc', wanted, 'hand it over once you are paid.'],
  ['misc', tickets, 'have the tickets transferred to you before you pay.'],
  ['misc', { ...tickets, ...wanted }, 'transfer the tickets once you are paid.'],
] as const)('says of a %s with %j what to do before money changes hands', (id, listing, tip) => {
  expect(textOf(id, listing).endsWith(`, and ${tip}`)).toBe(true)
  expect(textOf(id, listing).includes('deposit')).toBe(id === 'rental')
})

it('names a place to meet at each university', () => {
  for (const { meetUpSpots } of universities) expect(textOf('misc', {})).toContain(meetUpSpots[0])
})
