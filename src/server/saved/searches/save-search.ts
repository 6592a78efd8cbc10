import type { z } from 'zod'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { fieldErrors } from '#contract/errors.ts'
import { parseFilters } from '#contract/list-filters.ts'
import { listQuery } from '#contract/list-query.ts'
import { maxSavedSearches, type SearchFrequency } from '#contract/saved-rules.ts'
import type { SavedSearch, saveSearchBody } from '#contract/saved-searches.ts'
import { searchLabel } from '#contract/search-label.ts'
import { appliedFilters } from '#contract/understood.ts'
import type { Db } from '../../database/database.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import { AppError, invalidInput } from '../../errors.ts'
import { readQuery } from '../../listings/search/forgiving-list.ts'
import { tooManySaved } from '../saved-deps.ts'
import {
  findHighestRank,
  findSavedSearch,
  findSavedSearches,
  insertSavedSearch,
  type SavedSearchRow,
  updateSavedSearch,
} from './saved-search-queries.ts'

interface SaveContext {
  studentId: number
  now: number
}

/** Call it in a transaction that has locked the account. Saving the same search again changes its frequency. */
export async function saveSearch(
  tx: Db,
  { category: categoryId, query: given, frequency }: z.output<typeof saveSearchBody>,
  { studentId, now }: SaveContext,
): Promise<{ search: SavedSearch; isNew: boolean }> {
  const category = categoryById[categoryId]
  const query = requireQuery(category, given, now)
  const saved = await findSavedSearches(tx, studentId)
  const same = saved.find(
    (search) => search.category === categoryId && canonicalQuery(category, search.query) === query,
  )
  if (same) {
    return { search: await changeSearch(tx, same.id, frequency, { studentId, now }), isNew: false }
  }
  if (saved.length >= maxSavedSearches) {
    const message = `You've saved ${maxSavedSearches} searches, which is the limit. Delete one first.`
    throw tooManySaved(message, now)
  }
  const seenRank = await findHighestRank(tx, categoryId)
  const search = { studentId, category: categoryId, query, frequency, seenRank, now }
  return { search: presentSavedSearch(await insertSavedSearch(tx, search)), isNew: true }
}

/**
 * Call it in a transaction that has locked the account. Listings that were posted while the search was off or paused
 * are never emailed.
 */
export async function changeSearch(
  tx: Db,
  id: number,
  frequency: SearchFrequency,
  { studentId, now }: SaveContext,
): Promise<SavedSearch> {
  const row = await findSavedSearch(tx, studentId, id)
  if (!row) throw searchNotFound()
  const wasSilent = row.frequency === 'off' || row.paused_at !== null
  const seenRank = wasSilent ? await findHighestRank(tx, row.category) : row.seen_rank
  await updateSavedSearch(tx, id, { frequency, seenRank, now })
  return presentSavedSearch({ ...row, frequency, paused_at: null })
}

export const searchNotFound = () => new AppError('not_found', 'That saved search is gone.')

/** PostgreSQL allows about 2,700 bytes in a row of an index. */
const maxStoredLength = 2_000

/**
 * Returns the canonical form of the query, with filters instead of the words that stand for them: "winter" is the term
 * that it means today. The list's own parser refuses a malformed query.
 */
function requireQuery(category: AnyCategory, given: string, now: number): string {
  const parameters = new URLSearchParams(given)
  const values = Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const texts = parameters.getAll(name)
      return [name, texts.length > 1 ? texts : texts[0]]
    }),
  )
  const { error, data } = listQuery[category.id].safeParse(values)
  if (error) throw invalidInput(fieldErrors(error))
  const { understood } = readQuery(category, data, now)
  const applied = appliedFilters(parseFilters(category, parameters), understood)
  const query = canonicalQuery(category, applied.toString())
  if (query.length > maxStoredLength) {
    throw invalidInput({ query: 'This search is too long to save.' })
  }
  return query
}

/** Leaves out filters and options that are no longer valid. */
export function presentSavedSearch(row: SavedSearchRow): SavedSearch {
  const category = categoryById[row.category]
  return {
    id: row.id,
    category: row.category,
    query: canonicalQuery(category, row.query),
    label: searchLabel(category, row.query),
    frequency: row.frequency,
    created_at: toIso(row.created_at),
    paused_at: toIsoOrNull(row.paused_at),
  }
}
