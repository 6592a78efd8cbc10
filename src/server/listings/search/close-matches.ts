import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AnyCategory } from '#categories/index.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listing.ts'
import { type CloseMatch, maxCloseMatches, type UnderstoodPart } from '#contract/listings.ts'
import { partLabel } from '#contract/understood.ts'
import type { Db } from '../../database/database.ts'
import type { SellerNames } from '../present-listing.ts'
import { type CorrectedText, correctWords } from './correct-words.ts'
import { listFirst } from './list-listings.ts'
import {
  atAnyPrice,
  fewerWords,
  quoteWords,
  type Relaxed,
  relax,
  withUnknownEnd,
} from './relax-query.ts'

/** The time limit for all searches together. After it, no search begins but the nearest ones. */
const maxMs = 40

/**
 * How many searches are made in any case. The clock also runs while other requests do, such as those for the other
 * categories on the page of results. Without these searches, the same page would have close matches only now and then.
 */
const sureSearches = 6
const perReason = 4

/** For how many requests a process looks at once. They are a hint, and the page of results asks for three lists. */
const maxAtOnce = 6
let running = 0

export interface CloseMatches {
  close: CloseMatch<Listing>[]
  /** False if some searches were left out for lack of time. */
  isComplete: boolean
}

/**
 * Finds listings that nearly match, for a list with few results. Each is found once, with its first reason. With
 * `correction`, other spellings were tried already and the words that no listing has are known. `typed` is the query
 * before its words became filters, and `place` reads the bare name of a place in it as a filter.
 */
export async function findCloseMatches(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  found: readonly Listing[],
  now: number,
  names: SellerNames,
  read: {
    typed: ListQuery
    correction: CorrectedText | undefined
    place: { part: UnderstoodPart; query: ListQuery } | undefined
  },
): Promise<CloseMatches> {
  const { typed, correction, place } = read
  return findEach(db, category, found, now, names, async () => [
    ...(place ? [{ reason: partLabel(category, place.part), query: place.query }] : []),
    ...(correction ? [] : await withOtherSpelling(db, category, query)),
    ...relax(category, query, typed),
    ...(typed.q === query.q || correction ? [] : [{ reason: 'Matches your words', query: typed }]),
    ...(correction ? fewerWords({ ...query, q: correction.q }, typed, correction.dropped) : []),
    ...atAnyPrice(query),
  ])
}

/**
 * Finds places that begin in time for the wanted term and do not say when they end. The filter leaves them out, so they
 * also follow a list with enough results. Without a term there is nothing to search for.
 */
export async function findUnknownEnds(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  found: readonly Listing[],
  now: number,
  names: SellerNames,
): Promise<CloseMatches> {
  const relaxed = withUnknownEnd(category, query)
  if (relaxed.length === 0) return { close: [], isComplete: true }
  return findEach(db, category, found, now, names, async () => relaxed)
}

async function findEach(
  db: Db,
  category: AnyCategory,
  found: readonly Listing[],
  now: number,
  names: SellerNames,
  toQueries: () => Promise<Relaxed[]>,
): Promise<CloseMatches> {
  if (running >= maxAtOnce) return { close: [], isComplete: false }
  running++
  try {
    return await searchEach(db, category, found, now, names, toQueries)
  } finally {
    running--
  }
}

async function searchEach(
  ...[db, category, found, now, names, toQueries]: Parameters<typeof findEach>
): Promise<CloseMatches> {
  const seen = new Set(found.map(({ id }) => id))
  const close: CloseMatch<Listing>[] = []
  const deadline = performance.now() + maxMs
  for (const [index, { reason, query: relaxed, isLastResort }] of (await toQueries()).entries()) {
    if (isLastResort && found.length + close.length > 0) break
    if (close.length >= maxCloseMatches) break
    if (index >= sureSearches && performance.now() > deadline) return { close, isComplete: false }
    const page = { ...relaxed, limit: perReason + seen.size, cursor: undefined }
    const results = await listFirst(db, category, page, now, names)
    for (const listing of results.filter(({ id }) => !seen.has(id)).slice(0, perReason)) {
      seen.add(listing.id)
      close.push({ reason: typeof reason === 'string' ? reason : reason(listing), listing })
    }
    // On SQLite, a search does not let other requests run.
    await yieldToEventLoop()
  }
  return { close: close.slice(0, maxCloseMatches), isComplete: true }
}

/** A word that one or two listings have may be a typing error of their sellers, or of the reader. */
async function withOtherSpelling(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
): Promise<Relaxed[]> {
  if (query.q === undefined || query.isExact) return []
  const { q, corrected, dropped } = await correctWords(db, category, query.q)
  if (corrected.length === 0) return []
  const without = dropped.length > 0 ? `, without ${quoteWords(dropped)}` : ''
  const reason = `Spelled ${quoteWords(corrected.map(({ word }) => word))}${without}`
  return [{ reason, query: { ...query, q } }]
}
