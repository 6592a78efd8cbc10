import type { AnyCategory } from '#categories/index.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { type ListQuery, listQuery } from '#contract/list-query.ts'
import { readQuery } from '../../listings/search/forgiving-list.ts'
import { type ListCriteria, toListCriteria } from '../../listings/search/list-criteria.ts'
import { alternativesOf, type SearchTerm } from '../../listings/search/search-terms.ts'

/** The parts of a listing that a search compares. The terms are separated by spaces, as in the database. */
interface IndexedListing {
  id: number
  rank: number
  price_cents: number
  search_text: string
}

type SearchCriteria = Pick<ListCriteria, 'terms' | 'prices'>

export interface ListingIndex<Row extends IndexedListing> {
  /** Returns the newest listings first, as in the list. */
  match(criteria: SearchCriteria): Row[]
}

/**
 * How many prefixes the index remembers with their matches. Many searches ask for the same days, or begin with the same
 * words.
 */
const maxRememberedPrefixes = 10_000

/**
 * Searches some listings of one category by the terms in their rows, with the same results as the list's own queries. A
 * set of listings is a bit mask, so that "any of" is an OR and "all of" is an AND.
 */
export function createListingIndex<Row extends IndexedListing>(
  listings: readonly Row[],
): ListingIndex<Row> {
  const rows = listings.toSorted((a, b) => b.rank - a.rank)
  const maskLength = Math.ceil(rows.length / 32)
  const maskByTerm = buildMasks(rows, maskLength)
  const terms = [...maskByTerm.keys()].sort()
  const maskByPrefix = new Map<string, Uint32Array>()

  function maskOfPrefix(prefix: string): Uint32Array {
    const known = maskByPrefix.get(prefix)
    if (known) return known
    const mask = new Uint32Array(maskLength)
    for (let index = lowerBound(terms, prefix); terms[index]?.startsWith(prefix); index++) {
      addTo(mask, maskByTerm.get(terms[index] ?? ''))
    }
    if (maskByPrefix.size < maxRememberedPrefixes) maskByPrefix.set(prefix, mask)
    return mask
  }

  function maskOf(required: SearchTerm): Uint32Array {
    const mask = new Uint32Array(maskLength)
    for (const { term, isPrefix } of alternativesOf(required)) {
      addTo(mask, isPrefix ? maskOfPrefix(term) : maskByTerm.get(term))
    }
    return mask
  }

  return {
    match({ terms: required, prices }) {
      const mask = new Uint32Array(maskLength).fill(0xffffffff)
      for (const term of required) if (!keepIn(mask, maskOf(term))) return []
      return rows.filter(
        ({ price_cents }, index) =>
          has(mask, index) && (!prices || (price_cents >= prices.min && price_cents <= prices.max)),
      )
    },
  }
}

function buildMasks(rows: readonly IndexedListing[], maskLength: number) {
  const maskByTerm = new Map<string, Uint32Array>()
  for (const [index, { search_text }] of rows.entries()) {
    for (const term of search_text.split(' ')) {
      const mask = maskByTerm.get(term) ?? new Uint32Array(maskLength)
      mask[index >>> 5] = (mask[index >>> 5] ?? 0) | (1 << (index & 31))
      maskByTerm.set(term, mask)
    }
  }
  return maskByTerm
}

const has = (mask: Uint32Array, index: number) =>
  ((mask[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0

function addTo(mask: Uint32Array, other: Uint32Array | undefined) {
  if (!other) return
  for (let index = 0; index < mask.length; index++) {
    mask[index] = (mask[index] ?? 0) | (other[index] ?? 0)
  }
}

/** Keeps only the bits that both masks have. Returns false if none are left. */
function keepIn(mask: Uint32Array, other: Uint32Array): boolean {
  let left = 0
  for (let index = 0; index < mask.length; index++) {
    const kept = (mask[index] ?? 0) & (other[index] ?? 0)
    mask[index] = kept
    left |= kept
  }
  return left !== 0
}

/** Returns the first position whose text is not before this text. */
function lowerBound(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Parses a stored search with the list's own parser, and reads its words as the list does: older searches still have
 * words such as "under 900". Filters and options that are no longer valid are left out. Returns undefined if the rest is
 * not valid either; such a search finds nothing.
 */
export function toSearchCriteria(
  category: AnyCategory,
  query: string,
  now: number,
): SearchCriteria | undefined {
  const parsed = parse(category, query) ?? parse(category, canonicalQuery(category, query))
  return parsed && toListCriteria(category, readQuery(category, parsed, now).query)
}

/** Ignores the cursor, which could be malformed: a stored search has no page. */
function parse(category: AnyCategory, query: string): ListQuery | undefined {
  const { cursor, ...parameters } = Object.fromEntries(new URLSearchParams(query))
  return listQuery[category.id].safeParse(parameters).data
}
