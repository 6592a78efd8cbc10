import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { addDays } from '#categories/days.ts'
import { type CategoryId, categories, categoryById } from '#categories/index.ts'
import { coveredTerms, readPeriod } from '#categories/periods.ts'
import { listingInput } from '#contract/listing-input.ts'
import { findNudges } from '#english/nudges.ts'
import { wordSignals } from '#server/words/word-signals.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { photosFor } from '#tests/support/listing-inputs.ts'
import { listingGenerators } from './seed-content.ts'
import { homeSentences, itemSentences, markedHomeSentences } from './seed-sentences.ts'
import { createRandom } from './seeded-random.ts'

const generate = <Id extends CategoryId>(id: Id, count: number, today = '2026-11-15') =>
  Array.from({ length: count }, (_, index) => listingGenerators[id](createRandom(1, index), today))

const share = <Value>(values: Value[], matches: (value: Value) => boolean) =>
  values.filter(matches).length / values.length

describe('seeded listings', () => {
  it.each(categories.map(({ id }) => id))('of %s are what a form would save', (id) => {
    for (const listing of generate(id, 300)) {
      const input = { ...listing, photos: photosFor(id, ['/uploads/sample.webp']) }
      expect(listingInput[id].parse(input)).toEqual(input)
    }
  })

  it.each(['2027-12-31', '2028-02-29', '2028-05-01', '2028-08-31'])(
    'posted on %s offer what is ahead',
    (today) => {
      for (const { date_available, available_to } of generate('rental', 300, today)) {
        expect(date_available > today).toBe(true)
        expect(date_available <= addDays(today, 400)).toBe(true)
        if (available_to) expect(available_to > date_available).toBe(true)
      }
      const dates = generate('misc', 600, today).flatMap(({ event_date }) => event_date ?? [])
      expect(dates.length).toBeGreaterThan(50)
      expect(dates.every((date) => date > today)).toBe(true)
    },
  )

  it('have sublets for a term or two, for other days and without an end, and leases without one', () => {
    const rentals = generate('rental', 2_000)
    const leases = rentals.filter(({ is_sublet }) => !is_sublet)
    expect(leases.every(({ available_to }) => available_to === null)).toBe(true)
    const sublets = rentals.filter(({ is_sublet }) => is_sublet)
    const fitsTerms = share(sublets, (sublet) => {
      const period = readPeriod(categoryById.rental, sublet)
      const terms = period ? coveredTerms(period) : []
      return terms[0]?.first === sublet.date_available && terms.at(-1)?.last === sublet.available_to
    })
    expect(fitsTerms).toBeCloseTo(0.7, 1)
    expect(share(sublets, ({ available_to }) => available_to === null)).toBeCloseTo(0.15, 1)
  })

  it('have several copies of a book, alike in all but condition and price', () => {
    const books = generate('textbook', 2_000)
    const copies = Map.groupBy(books, ({ isbn }) => isbn)
    copies.delete(null)
    const counts = [...copies.values()].map(({ length }) => length)
    expect(counts.filter((count) => count > 2).length).toBeGreaterThan(20)
    for (const [first, ...others] of copies.values()) {
      for (const { book_title, author, edition, course_codes } of others) {
        expect([book_title, author, edition, course_codes]).toEqual([
          first?.book_title,
          first?.author,
          first?.edition,
          first?.course_codes,
        ])
      }
    }
  })

  it('have items of every kind, some of them free or wanted', () => {
    const items = generate('misc', 500)
    const kinds = new Set(items.map(({ category }) => category))
    expect(kinds).toEqual(new Set([...categoryById.misc.fields.category.options, null]))
    expect(items.some(({ is_free }) => is_free)).toBe(true)
    expect(items.every(({ is_free, price }) => !is_free || price === 0)).toBe(true)
    for (const id of ['textbook', 'misc'] as const) {
      const wanted = share(generate(id, 500), ({ listing_type }) => listing_type === 'Wanting')
      expect(wanted).toBeGreaterThan(0.05)
    }
  })

  it('have prices that are alike within a group', () => {
    const rooms = generate('rental', 2_000).filter(({ is_cost_per_room }) => is_cost_per_room)
    const costs = rooms.map(({ cost }) => cost).toSorted((a, b) => a - b)
    const middle = costs[Math.floor(costs.length / 2)] ?? 0
    expect(share(costs, (cost) => cost < 0.6 * middle)).toBeLessThan(0.03)
    for (const { price, new_price } of generate('textbook', 500)) {
      expect(price).toBeLessThanOrEqual(new_price ?? price)
    }
  })

  it('say little that signals and nudges are meant for, and much that is near it', () => {
    changeCampus({ region: builtInCampus.region })
    for (const sentence of [...homeSentences, ...itemSentences]) {
      expect([...wordSignals(sentence), ...findNudges(sentence)], sentence).toEqual([])
    }
    for (const sentence of markedHomeSentences) {
      expect([...wordSignals(sentence), ...findNudges(sentence)], sentence).toHaveLength(1)
    }
  })
})
