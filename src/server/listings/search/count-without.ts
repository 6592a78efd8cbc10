import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AnyCategory } from '#categories/index.ts'
import { maxExactTotal } from '#contract/list-parameters.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Db } from '../../database/database.ts'
import { toListCriteria } from './list-criteria.ts'
import { countMatches } from './list-listings.ts'

const maxCounts = 5

/** The time limit for all counts of a request together. No further count begins after it. */
const maxMs = 150

interface WithoutCounts {
  counts: Record<string, number>
  /** False if some counts were left out, for lack of time or because another request is counting. */
  isComplete: boolean
}

let isCounting = false

/**
 * For an empty list, counts the matches without one of its parameters, for each parameter. Lists with a limit of one
 * are skipped, because they are requested only for their total. The counts are a hint and must be cheap, so a process
 * counts for only one request at a time.
 */
export async function countWithout(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
): Promise<WithoutCounts> {
  const relaxed = query.limit === 1 ? [] : relaxedQueries(query).slice(0, maxCounts)
  if (relaxed.length === 0) return { counts: {}, isComplete: true }
  if (isCounting) return { counts: {}, isComplete: false }
  isCounting = true
  try {
    return await countEach(db, category, relaxed)
  } finally {
    isCounting = false
  }
}

async function countEach(
  db: Db,
  category: AnyCategory,
  relaxed: RelaxedQuery[],
): Promise<WithoutCounts> {
  const counts: Record<string, number> = {}
  const deadline = performance.now() + maxMs
  for (const [name, query] of relaxed) {
    if (performance.now() > deadline) return { counts, isComplete: false }
    const count = await countMatches(db, toListCriteria(category, query))
    if (count > 0) counts[name] = Math.min(count, maxExactTotal)
    // On SQLite, a count does not let other requests run.
    await yieldToEventLoop()
  }
  return { counts, isComplete: true }
}

type RelaxedQuery = [name: string, relaxed: ListQuery]

/**
 * Returns the name of each parameter with the query that lacks it. Parameters that every category has come first, so
 * that the limit never drops them.
 */
function relaxedQueries(query: ListQuery): RelaxedQuery[] {
  const { q, minPriceCents, maxPriceCents, conditions } = query
  const all: RelaxedQuery[] = []
  if (q !== undefined) all.push(['q', { ...query, q: undefined }])
  if (minPriceCents !== undefined) all.push(['min_price', { ...query, minPriceCents: undefined }])
  if (maxPriceCents !== undefined) all.push(['max_price', { ...query, maxPriceCents: undefined }])
  for (const name of Object.keys(conditions)) {
    const { [name]: _, ...others } = conditions
    all.push([name, { ...query, conditions: others }])
  }
  return all
}
