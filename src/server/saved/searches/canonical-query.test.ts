import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AnyCategory, categories } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { listParameterNames, listQuery } from '#contract/list-query.ts'
import { toListCriteria } from '../../listings/search/list-criteria.ts'

/** Texts that are almost values of some filter, and any other texts. */
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.stringMatching(/^[a-zA-Z\s]{1,20}$/),
  fc.stringMatching(/^\$?\d{1,8}(\.\d{1,3})?$/),
  fc.stringMatching(/^20\d\d-(winter|FALL|spring)$/),
  fc
    .date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('1', '0', 'on', '5', '12', 'New,Like New', 'House', 'any', 'Room', 'price'),
)
const maxCents = maxPrice * 100

/**
 * Returns the criteria of a list if the query is valid. Leaves out the order, the page and limits that every listing
 * meets.
 */
function criteriaOf(category: AnyCategory, pairs: Iterable<[string, string]>) {
  const { data } = listQuery[category.id].safeParse(Object.fromEntries(pairs))
  if (!data) return undefined
  const { terms } = toListCriteria(category, { ...data, cursor: undefined, order: 'new' })
  return {
    terms,
    min: Math.min(data.minPriceCents ?? 0, maxCents),
    max: Math.min(data.maxPriceCents ?? maxCents, maxCents),
  }
}

it.each(categories)(
  'the canonical query of $path finds what the given one finds, and stays as it is',
  (category) => {
    const pair = fc.tuple(fc.constantFrom(...listParameterNames[category.id]), value)
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([name]) => name, maxLength: 5 }), (pairs) => {
        const query = canonicalQuery(category, new URLSearchParams(pairs).toString())
        expect(canonicalQuery(category, query)).toBe(query)
        const given = criteriaOf(category, pairs)
        if (given) expect(criteriaOf(category, new URLSearchParams(query))).toEqual(given)
      }),
      { numRuns: 500 },
    )
  },
)
