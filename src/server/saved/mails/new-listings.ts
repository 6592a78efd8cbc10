import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type CategoryId, categories, categoryById } from '#categories/index.ts'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { createListingIndex, type ListingIndex } from '../searches/listing-index.ts'
import { toSearchCriteria } from '../searches/search-criteria.ts'
import {
  findListingsAbove,
  findLowestSeenRank,
  type RankedListingRow,
} from './new-listing-queries.ts'

/** Small, because indexing them blocks all requests. */
const pageSize = 250

/** What is new in a category to any of the searches. */
export interface NewInCategory {
  /** The least that one of them had seen: what is new to a search that has seen less is not all here. */
  fromRank: number
  /** Who was matched with them has seen what there is up to this. */
  highestRank: number
  /** The ids of those that are new to a search and that it finds, the newest first. */
  match(search: { query: string; seen_rank: number }): number[]
}

export type NewListings = ReadonlyMap<CategoryId, NewInCategory>

/** Once for all searches of this frequency. Categories in which nothing is new are left out. */
export async function readNewListings(
  db: Db,
  frequency: SearchFrequency,
  now: number,
): Promise<NewListings> {
  const newListings = new Map<CategoryId, NewInCategory>()
  for (const { id: category } of categories) {
    const fromRank = await findLowestSeenRank(db, { frequency, category })
    if (fromRank === undefined) continue
    const { highestRank, indexes } = await readIndexes(db, category, fromRank, now)
    if (highestRank === fromRank) continue
    newListings.set(category, { fromRank, highestRank, match: matcher(category, indexes) })
  }
  return newListings
}

async function readIndexes(db: Db, category: CategoryId, fromRank: number, now: number) {
  const indexes: ListingIndex<RankedListingRow>[] = []
  let highestRank = fromRank
  for (let isLast = false; !isLast; ) {
    const rows = await findListingsAbove(db, { category, rank: highestRank, limit: pageSize })
    highestRank = rows.at(-1)?.rank ?? highestRank
    isLast = rows.length < pageSize
    indexes.unshift(
      createListingIndex(rows.filter(({ is_new, ends_at }) => is_new === 1 && ends_at > now)),
    )
    await yieldToEventLoop()
  }
  return { highestRank, indexes }
}

const matcher =
  (categoryId: CategoryId, indexes: ListingIndex<RankedListingRow>[]): NewInCategory['match'] =>
  ({ query, seen_rank }) => {
    const criteria = toSearchCriteria(categoryById[categoryId], query)
    if (!criteria) return []
    return indexes
      .flatMap(({ match }) => match(criteria))
      .filter(({ rank }) => rank > seen_rank)
      .map(({ id }) => id)
  }
