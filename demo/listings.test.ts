import { describe, expect, it } from 'vitest'
import { categoryById, publicCategories } from '#categories/index.ts'
import { coveredTerms, monthsOf, readPeriod } from '#categories/periods.ts'
import { homeBedrooms, rentedBedrooms } from '#categories/rental/home.ts'
import { listingInput } from '#contract/listing-input.ts'
import { priceDrop } from '#contract/saved-rules.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { dayMs } from '#server/durations.ts'
import { findPassedDay, listingEnd } from '#server/listings/lifecycle/listing-end.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import type { DemoListing } from './demo-listing.ts'
import { demoListings, rankedDaysAgo } from './listings.ts'
import { demoStudents } from './students.ts'

stayOnBuiltInCampus()

const now = new Date('2026-03-31T12:00:00Z')
const listings = demoListings(now)

type ListingOf<Id extends DemoListing['category']> = Extract<DemoListing, { category: Id }>

const ofCategory = <Id extends DemoListing['category']>(id: Id) =>
  listings.filter((listing): listing is ListingOf<Id> => listing.category === id)

describe('sample listings', () => {
  it('are what a form would save', () => {
    for (const { category, body, photos } of listings) {
      const input = { ...body, photos: photos.map(() => '/uploads/sample.webp') }
      expect(listingInput[category].parse(input)).toEqual(input)
    }
  })

  it.each(publicCategories.map(({ id }) => id))('fill the first page of %s', (id) => {
    expect(ofCategory(id).length).toBeGreaterThanOrEqual(24)
  })

  it('come in the order of their ranks, spread over the last weeks, no two at the same time', () => {
    const ages = listings.map(rankedDaysAgo)
    expect(ages).toEqual([...ages].sort((a, b) => b - a))
    expect(new Set(ages).size).toBe(ages.length)
    expect(ages.at(-1)).toBeGreaterThan(0)
    expect(ages[0]).toBeGreaterThan(21)
    expect(ages[0]).toBeLessThan(60)
  })

  it('are cheaper than before in every category, by enough to tell, and since before they were marked', () => {
    const changed = listings.filter(({ previousPrice }) => previousPrice)
    expect(new Set(changed.map(({ category }) => category)).size).toBe(publicCategories.length)
    for (const { category, daysAgo, renewedDaysAgo, marked, previousPrice, body } of changed) {
      const { price = 0, untilDaysAgo = 0 } = previousPrice ?? {}
      const present = Number(
        (body as Record<string, unknown>)[categoryById[category].apiNames.price],
      )
      expect(present).toBeLessThanOrEqual(price * (1 - priceDrop.percent / 100))
      expect(present).toBeLessThanOrEqual(price - priceDrop.dollars)
      expect(untilDaysAgo).toBeLessThan(daysAgo)
      expect(untilDaysAgo).toBeGreaterThan(marked?.daysAgo ?? 0)
      expect(renewedDaysAgo).toBeUndefined()
    }
  })

  it('give every sample student something to sell', () => {
    const sellers = new Set(listings.map(({ seller }) => seller))
    expect(sellers.size).toBe(Object.keys(demoStudents).length)
  })

  it('are listed on any day of a leap year, but for two that have ended, with all that they offer ahead', () => {
    for (let day = 0; day < 366; day++) {
      // Each day uses another hour, because the campus day begins later than the UTC day.
      const today = new Date(Date.UTC(2028, 0, 1, (day * 7) % 24, 30) + day * dayMs)
      const filled = demoListings(today)
      expect(filled.filter((listing) => hasEnded(listing, today.getTime())).map(titleOf)).toEqual([
        'Floor lamp',
        'Lab coat (S) and goggles',
      ])
      for (const listing of filled) expectAhead(listing, campusIsoDate(today.getTime()))
    }
  })

  it('offer periods of a term, of two, of a year, of other lengths, and without an end', () => {
    const sublets = ofCategory('rental').filter(({ body }) => body.is_sublet)
    const periods = sublets.flatMap(({ body }) => readPeriod(categoryById.rental, body) ?? [])
    const counts = Map.groupBy(periods, (period) => coveredTerms(period).length)
    expect([...counts.keys()].toSorted()).toEqual([0, 1, 2, 3])
    const lengths = periods.map((period) => monthsOf(period, [4, 8, 12]))
    expect(new Set(lengths)).toEqual(new Set([4, 8, 12, undefined]))
    expect(periods.some(({ last }) => last === undefined)).toBe(true)
    expect(new Set(sublets.map(({ body }) => body.landlord_consent))).toEqual(
      new Set(['Yes', 'Asked', 'Not yet', null]),
    )
  })

  it('offer several two-bedroom sublets, rooms in homes of many sizes, and half a room', () => {
    const rentals = ofCategory('rental').map(({ body }) => body)
    const ofTwoBedrooms = rentals.filter((body) => rentedBedrooms(body) === 2 && body.is_sublet)
    expect(ofTwoBedrooms.length).toBeGreaterThanOrEqual(3)
    expect(ofTwoBedrooms.some(({ cost, has_parking }) => cost < 1500 && has_parking)).toBe(true)
    const rooms = rentals.filter(({ is_shared }) => is_shared)
    expect(new Set(rooms.map(homeBedrooms))).toEqual(new Set([3, 4, 5, 6]))
    expect(rentals.some(({ people_in_bedroom }) => people_in_bedroom === 2)).toBe(true)
  })

  it('look for a room and for a whole place, in terms and without an end', () => {
    const requests = ofCategory('wanted').map(({ body }) => body)
    expect(new Set(requests.map(({ place }) => place))).toEqual(
      new Set(categoryById.wanted.fields.place.options),
    )
    expect(requests.some(({ move_out }) => move_out === null)).toBe(true)
    expect(requests.some(({ people }) => people > 1)).toBe(true)
  })

  it('include copies of one book, and books for several courses', () => {
    const books = ofCategory('textbook').map(({ body }) => body)
    const copies = Map.groupBy(books, ({ isbn }) => isbn)
    copies.delete(null)
    expect(Math.max(...[...copies.values()].map(({ length }) => length))).toBeGreaterThanOrEqual(3)
    for (const [first, ...others] of copies.values()) {
      for (const { book_title, author, edition } of others) {
        expect({ book_title, author, edition }).toEqual({
          book_title: first?.book_title,
          author: first?.author,
          edition: first?.edition,
        })
      }
    }
    expect(books.some(({ course_codes }) => course_codes.length > 2)).toBe(true)
    expect(books.some(({ course_codes }) => course_codes.includes('MATH 135'))).toBe(true)
    expect(books.some(({ new_price }) => new_price !== null)).toBe(true)
  })

  it('include items of every kind, something free, events, and something wanted without a photo', () => {
    const items = ofCategory('misc')
    const kinds = new Set(items.map(({ body }) => body.category))
    expect(kinds).toEqual(new Set(categoryById.misc.fields.category.options))
    expect(items.some(({ body }) => body.is_free)).toBe(true)
    expect(items.filter(({ body }) => body.event_date).length).toBeGreaterThan(3)
    for (const id of ['textbook', 'misc'] as const) {
      const wanted = ofCategory(id).filter(({ body }) => body.listing_type === 'Wanting')
      expect(wanted.some(({ photos }) => photos.length === 0)).toBe(true)
    }
  })
})

const titleOf = ({ category, body }: DemoListing) =>
  (body as Record<string, unknown>)[categoryById[category].apiNames.title]

function hasEnded(listing: DemoListing, now: number): boolean {
  const lastedFrom = now - rankedDaysAgo(listing) * dayMs
  const facts = { category: listing.category, details: { ...listing.body } }
  expect(findPassedDay(facts, lastedFrom)).toBeUndefined()
  return listing.marked?.as !== 'sold' && listingEnd(facts, lastedFrom) <= now
}

function expectAhead({ category, body }: DemoListing, today: string) {
  if (category === 'misc' && body.event_date) expect(body.event_date > today).toBe(true)
  if (category === 'wanted') expect(body.move_in > today).toBe(true)
  if (category !== 'rental') return
  expect(body.date_available > today).toBe(true)
  if (body.available_to) expect(body.available_to > body.date_available).toBe(true)
  expect(`${body.title} ${body.description}`).not.toMatch(/[{}]/)
}
