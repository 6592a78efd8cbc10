import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { CategoryId } from '#categories/index.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { SafetyBox } from './listing-notices.tsx'

const textOf = (id: CategoryId, changes: object, role: 'buyer' | 'seller' = 'buyer') =>
  renderToString(<SafetyBox listing={sampleListing(id, changes)} role={role} />).replace(
    /<[^>]*>/g,
    '',
  )

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

const free = { price: 0, is_free: true }

it.each([
  ['rental', {}, 'show the place before you take a deposit.'],
  ['textbook', {}, 'hand the book over once you are paid.'],
  ['textbook', wanted, 'check the book before you pay.'],
  ['misc', {}, 'hand it over once you are paid.'],
  ['misc', wanted, 'check it before you pay.'],
  ['misc', free, 'hand it over in person.'],
  ['misc', { ...tickets, ...free }, 'transfer the tickets there.'],
] as const)('tells the owner of a %s with %j what an owner does', (id, listing, tip) => {
  expect(textOf(id, listing, 'seller').endsWith(`, and ${tip}`)).toBe(true)
})

it('speaks of no money where there is none', () => {
  expect(textOf('misc', free)).toMatch(/, and check it before you take it\.$/)
  expect(textOf('misc', { ...free, ...wanted })).toMatch(/, and hand it over in person\.$/)
  expect(textOf('misc', { ...free, ...tickets })).not.toContain('pay')
  // A price that is to be agreed on is not free.
  expect(textOf('misc', { price: 0, is_free: null })).toMatch(/ before you pay\.$/)
})

it('names a place to meet at each university', () => {
  for (const { meetUpSpots } of campus.universities)
    expect(textOf('misc', {})).toContain(meetUpSpots[0]?.name)
})
