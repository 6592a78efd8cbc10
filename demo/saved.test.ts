import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { searchLabel } from '#contract/search-label.ts'
import { demoListings } from './listings.ts'
import { type DemoFavourite, demoFavourites, demoSearches } from './saved.ts'

const listings = demoListings(new Date('2026-03-31T12:00:00Z'))

const listingOf = ({ listing: { category, title } }: DemoFavourite) =>
  listings.filter(({ category: id, body }) => {
    const { [categoryById[id].apiNames.title]: itsTitle } = body as Record<string, unknown>
    return id === category && itsTitle === title
  })

describe('sample favourites', () => {
  it('are listings of others, saved once each, after they were posted and before they were sold', () => {
    for (const favourite of demoFavourites) {
      const [sample, ...others] = listingOf(favourite)
      expect([sample, others], favourite.listing.title).toEqual([expect.anything(), []])
      expect(sample?.seller).not.toBe(favourite.student)
      expect(favourite.daysAgo).toBeLessThan(sample?.daysAgo ?? 0)
      const { as, daysAgo = 0 } = sample?.marked ?? {}
      if (as === 'sold') expect(favourite.daysAgo).toBeGreaterThan(daysAgo)
    }
    const keys = demoFavourites.map(({ student, listing }) => `${student} ${listing.title}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('of the first student are pending, sold, cheaper than when they were saved, and as they were', () => {
    const ofAda = demoFavourites.filter(({ student }) => student === 'ada')
    const states = ofAda.map((favourite) => {
      const [sample] = listingOf(favourite)
      const dropped = sample?.previousPrice && sample.previousPrice.untilDaysAgo < favourite.daysAgo
      return dropped ? 'cheaper' : (sample?.marked?.as ?? 'as it was')
    })
    expect(states.toSorted()).toEqual(['as it was', 'cheaper', 'pending', 'sold'])
  })

  it('show the first student how many have saved what she sells', () => {
    const counts = Map.groupBy(
      demoFavourites.filter((favourite) => listingOf(favourite)[0]?.seller === 'ada'),
      ({ listing }) => listing.title,
    )
    expect([...counts.values()].map(({ length }) => length).toSorted()).toEqual([1, 2, 3])
  })
})

describe('sample searches', () => {
  it('are canonical, and say what they look for', () => {
    for (const { category, query } of demoSearches) {
      const definition = categoryById[category]
      expect(canonicalQuery(definition, query)).toBe(query)
      expect(searchLabel(definition, query)).toContain(': ')
    }
    expect(demoSearches.filter(({ student }) => student === 'ada')).toHaveLength(2)
  })
})
