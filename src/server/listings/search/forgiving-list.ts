import type { AnyCategory } from '#categories/index.ts'
import { toCents } from '#categories/stored-listing.ts'
import { type FilterValue, toFilterConditions } from '#contract/filter-conditions.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listing.ts'
import { type CloseMatch, fewResults, type ListPage, type Understood } from '#contract/listings.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import type { SellerNames } from '../present-listing.ts'
import { findCloseMatches } from './close-matches.ts'
import { correctWords } from './correct-words.ts'
import { listListings } from './list-listings.ts'
import { understand } from './understand.ts'

export type FoundPage = Omit<ListPage, 'results' | 'close'> & {
  results: Listing[]
  close?: CloseMatch<Listing>[]
}

/**
 * Returns one page of a list, and reads the search text as a student means it: words become filters, typing errors are
 * corrected where nothing is found, and close matches follow few results. With `exact`, the words stay as they are.
 */
export async function listForgivingly(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  now: number,
  names: SellerNames = 'short',
): Promise<{ page: FoundPage; applied: ListQuery }> {
  const list = (applied: ListQuery) => listListings(db, category, applied, now, names)
  const { query: read, understood } = readQuery(category, query, now)
  let applied = read
  let page: FoundPage = await list(applied)
  if (page.total === 0 && applied.q !== undefined && !query.isExact) {
    const { q, corrected, dropped } = await correctWords(db, category, applied.q)
    const isOther = corrected.length > 0 || dropped.length > 0
    // Without a word that was understood, all listings would match.
    if (isOther && (q !== '' || understood.names_category || hasOwnFilter(understood))) {
      const another = { ...applied, q: q || undefined }
      const found = await list(another)
      if (found.total > 0) {
        Object.assign(understood, { q, corrected, dropped })
        applied = another
        page = found
      }
    }
  }
  // Lists with a limit of one are requested only for their total.
  const hasFew = page.total < fewResults && query.limit > 1 && query.cursor === undefined
  const close = hasFew
    ? await findCloseMatches(db, category, applied, page.results, now, names)
    : []
  return {
    page: {
      ...page,
      ...(isReported(understood) && { understood }),
      ...(close.length > 0 && { close }),
    },
    applied,
  }
}

const isReported = ({ parts, corrected, dropped, names_category }: Understood) =>
  parts.length > 0 || corrected.length > 0 || dropped.length > 0 || names_category

/** Whether words became a filter that says more than a price. */
const hasOwnFilter = ({ parts }: Understood) =>
  parts.some(({ filters }) => Object.keys(filters).some((name) => !name.endsWith('_price')))

/** Turns the words of a query into filters. Filters that the query sets itself count more than words. */
export function readQuery(
  category: AnyCategory,
  query: ListQuery,
  now: number,
): { query: ListQuery; understood: Understood } {
  const understood: Understood = {
    q: query.q ?? '',
    parts: [],
    corrected: [],
    dropped: [],
    names_category: false,
  }
  if (query.q === undefined || query.isExact) return { query, understood }
  const { rest, parts, namesCategory } = understand(category, query.q, campusIsoDate(now))
  const { min_price, max_price, ...filters }: Record<string, string> = Object.assign(
    {},
    ...parts.map((part) => part.filters),
  )
  const conditions = toFilterConditions(category.filters, filters as Record<string, FilterValue>)
  const hasOwnDays = 'from' in query.conditions || 'to' in query.conditions
  if (hasOwnDays) for (const name of ['from', 'to']) delete conditions[name]
  const cents = (text: string | undefined) =>
    text === undefined ? undefined : toCents(Number(text))
  return {
    query: {
      ...query,
      q: rest || undefined,
      conditions: { ...conditions, ...query.conditions },
      minPriceCents: query.minPriceCents ?? cents(min_price),
      maxPriceCents: query.maxPriceCents ?? cents(max_price),
    },
    understood: { ...understood, q: rest, parts, names_category: namesCategory },
  }
}
