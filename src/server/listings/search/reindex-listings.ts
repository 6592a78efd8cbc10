import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { join } from 'sql-template-tag'
import { type CategoryId, categories } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { readContent } from '../present-listing.ts'
import { buildSearchText } from './search-text.ts'
import { recordSearchText } from './search-text-state.ts'

/** Small enough that no request waits for a batch. */
const batchSize = 25

interface IndexedRow {
  id: number
  category: CategoryId
  title: string
  price_cents: number
  description: string
  details: string
  search_text: string
}

interface ReindexOptions {
  signal?: AbortSignal
  onProgress?: (checked: number, changed: number) => void
}

/**
 * Rebuilds the search text of all listings where it differs, while the site runs. Every batch is a transaction of its
 * own; interrupted, the next run starts over and passes what is up to date at the cost of reading it.
 */
export async function reindexListings(db: Db, options: ReindexOptions = {}): Promise<number> {
  const { signal, onProgress } = options
  let [checked, changed, lastId] = [0, 0, 0]
  for (;;) {
    signal?.throwIfAborted()
    const rows = await db.all<IndexedRow>(sql`
      SELECT ${rowColumns} FROM listings WHERE id > ${lastId} ORDER BY id LIMIT ${batchSize}`)
    const last = rows.at(-1)
    if (!last) break
    lastId = last.id
    checked += rows.length
    for (const category of categories) {
      const stale = rows.filter((row) => row.category === category.id && isStale(row))
      if (stale.length > 0) changed += await rebuild(db, category.id, stale)
    }
    onProgress?.(checked, changed)
    await yieldToEventLoop()
  }
  await recordSearchText(db)
  return changed
}

const rowColumns = sql`id, category, title, price_cents, description, details, search_text`

/** Reads the rows again: the category's lock keeps a student from changing or deleting them meanwhile. */
function rebuild(db: Db, category: CategoryId, stale: IndexedRow[]): Promise<number> {
  return db.transaction(async (tx) => {
    await bumpCategoryVersion(tx, category)
    const rows = await tx.all<IndexedRow>(sql`
      SELECT ${rowColumns} FROM listings WHERE id IN (${join(stale.map(({ id }) => id))})`)
    for (const row of rows) {
      await tx.run(sql`
        UPDATE listings SET search_text = ${searchTextOf(row)} WHERE id = ${row.id}`)
    }
    return rows.length
  })
}

const isStale = (row: IndexedRow) => row.search_text !== searchTextOf(row)

const searchTextOf = (row: IndexedRow) => buildSearchText(readContent(row))
