import { findDayParameters } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { toCents } from '#categories/stored-listing.ts'
import { type FilterValue, toFilterConditions } from '#contract/filter-conditions.ts'
import { pageSize } from '#contract/list-parameters.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listing.ts'
import type { CloseMatch, ListPage, Understood, UnderstoodPart } from '#contract/listings.ts'
import { fewResults } from '#contract/understood.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import type { SellerNames } from '../present-listing.ts'
import { type CloseMatches, findCloseMatches, findUnknownEnds } from './close-matches.ts'
import { type CorrectedText, correctWords } from './correct-words.ts'
import { listListings } from './list-listings.ts'
import { otherWordsFor } from './synonyms.ts'
import { understand } from './understand.ts'
import { readPlace } from './understand-places.ts'

export type FoundPage = Omit<ListPage, 'results' | 'close'> & {
  results: Listing[]
  close?: CloseMatch<Listing>[]
}

interface PlaceReading {
  part: UnderstoodPart
  query: ListQuery
  understood: Understood
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
): Promise<{ page: FoundPage; applied: ListQuery; isComplete: boolean }> {
  const list = (applied: ListQuery) => listListings(db, category, applied, now, names)
  let { query: applied, understood } = readQuery(category, query, now)
  let page: FoundPage = await list(applied)
  if (page.total === 0 && understood.parts.length > 0) {
    // A model or an address can look like a filter: "Nike Air Max 90".
    const found = await list(query)
    if (found.total > 0) {
      page = found
      applied = query
      understood = nothingUnderstood(query)
    }
  }
  let place = page.total < fewResults ? withPlace(category, query, applied, understood) : undefined
  if (page.total === 0 && place) {
    const found = await list(place.query)
    if (found.total > 0) {
      page = found
      applied = place.query
      understood = place.understood
      place = undefined
    }
  }
  let correction: CorrectedText | undefined
  if (page.total === 0 && applied.q !== undefined && !query.isExact) {
    correction = await correctWords(db, category, applied.q)
    const { q, corrected, dropped } = correction
    const isOther = corrected.length > 0 || dropped.length > 0
    // With no word left, every listing would match. With few left, the listings are close matches.
    const isLike = countWords(q) >= dropped.length && q !== ''
    if (isOther && (isLike || understood.names_category)) {
      const another = { ...applied, q: q || undefined }
      const found = await list(another)
      if (found.total > 0) {
        understood = { ...understood, q, corrected, dropped }
        applied = another
        page = found
      }
    }
  }
  // Lists with a limit of one are requested only for their total.
  const isWholeList = query.limit > 1 && query.cursor === undefined && !query.isExact
  const hasFew = page.total < fewResults && isWholeList
  // A list that ends on its first page has room for a hint. Rows of a few listings have none.
  const hasRoom = page.next === null && query.limit >= pageSize.default && isWholeList
  const near = [db, category, applied, page.results, now, names] as const
  let closeMatches: CloseMatches = { close: [], isComplete: true }
  if (hasFew) {
    closeMatches = await findCloseMatches(...near, { typed: query, correction, place })
  } else if (hasRoom) {
    closeMatches = await findUnknownEnds(...near)
  }
  const { close, isComplete } = closeMatches
  const alsoWords = page.total > 0 && !query.isExact ? otherWordsFor(applied.q ?? '') : []
  return {
    page: {
      ...page,
      ...(alsoWords.length > 0 && { also_words: alsoWords }),
      ...(isReported(understood) && { understood }),
      ...(close.length > 0 && { close }),
    },
    applied,
    isComplete,
  }
}

const countWords = (text: string) => text.split(' ').filter(Boolean).length

const isReported = ({ parts, corrected, dropped, names_category }: Understood) =>
  parts.length > 0 || corrected.length > 0 || dropped.length > 0 || names_category

const nothingUnderstood = ({ q = '' }: ListQuery): Understood => ({
  q,
  parts: [],
  corrected: [],
  dropped: [],
  names_category: false,
})

/** Turns the words of a query into filters. Filters that the query sets itself count more than words. */
export function readQuery(
  category: AnyCategory,
  query: ListQuery,
  now: number,
): { query: ListQuery; understood: Understood } {
  const understood = nothingUnderstood(query)
  if (query.q === undefined || query.isExact) return { query, understood }
  const { rest, parts: all, namesCategory } = understand(category, query.q, campusIsoDate(now))
  const parts = withoutOwnDays(category, query, all)
  const { min_price, max_price, ...filters }: Record<string, string> = Object.assign(
    {},
    ...parts.map((part) => part.filters),
  )
  const conditions = toFilterConditions(category.filters, filters as Record<string, FilterValue>)
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

/** Reads the bare name of a place as a filter. `part` is the filter, and `query` the one with it. */
function withPlace(
  category: AnyCategory,
  typed: ListQuery,
  applied: ListQuery,
  understood: Understood,
): PlaceReading | undefined {
  const found = typed.isExact || !applied.q ? undefined : readPlace(category, applied.q)
  if (!found) return undefined
  const { part, rest } = found
  const conditions = toFilterConditions(category.filters, part.filters)
  // A place that the student has chosen stays.
  if (Object.keys(conditions).some((name) => name in applied.conditions)) return undefined
  return {
    part,
    query: {
      ...applied,
      q: rest || undefined,
      conditions: { ...applied.conditions, ...conditions },
    },
    understood: { ...understood, q: rest, parts: [...understood.parts, part] },
  }
}

/** If the query sets a day, the days of its words do not count: a start of one and an end of the other mean nothing. */
function withoutOwnDays(
  { filters }: AnyCategory,
  { conditions }: ListQuery,
  parts: readonly UnderstoodPart[],
): UnderstoodPart[] {
  const days = findDayParameters(filters)
  if (!days || !(days.from in conditions || days.to in conditions)) return [...parts]
  return parts.filter((part) => !(days.from in part.filters || days.to in part.filters))
}
