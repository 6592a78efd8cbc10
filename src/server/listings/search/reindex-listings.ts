import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import sql, { join } from 'sql-template-tag'
import { campus, perCampus } from '#campus/campus.ts'
import type { Field } from '#categories/field-kinds.ts'
import { isPeriodFilter } from '#categories/filter-kinds.ts'
import { type AnyCategory, type CategoryId, categories } from '#categories/index.ts'
import { emptyValue } from '#categories/listing-values.ts'
import { minCoverage, monthToleranceDays } from '#categories/periods.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { bringClockForward } from '../../jobs/job-queries.ts'
import { bumpListsVersion } from '../../versions/category-versions.ts'
import { readContent } from '../present-listing.ts'
import { mergeSearchIndex } from './merge-search-index.ts'
import { buildSearchText, searchTextVersion } from './search-text.ts'
import { deleteUnusedWords, recordWords } from './search-words.ts'

const name = 'reindex'

/**
 * Deletes unused words, rebuilds the search text where it is stale, and merges the search index. The job also runs every
 * day, because a backup may have been restored.
 */
export function reindexJob(log: Pick<FastifyBaseLogger, 'info'>): JobKind {
  return {
    name,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + dayMs,
    async run({ db, signal }) {
      const deleted = await deleteUnusedWords(db, signal)
      if (deleted > 0) log.info({ deleted }, 'unused words deleted')
      if (await isSearchTextStale(db)) {
        const changed = await reindexListings(db, { signal })
        log.info({ changed }, 'search text rebuilt')
      }
      await mergeSearchIndex(db, signal)
    },
  }
}

/** Schedules the job if the search text is stale. Call it at startup, because the definitions may have changed. */
export async function reindexIfStale(db: Db, now: number): Promise<void> {
  if (await isSearchTextStale(db)) await bringClockForward(db, name, now)
}

/** The size of a batch. It is small enough that no request waits for it. */
const batchSize = 10

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
 * own. After an interruption, the next run starts over, but only reads the listings that are up to date.
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
    while ((await recordWords(db, rows.map(searchTextOf))) > 0) await yieldToEventLoop()
    onProgress?.(checked, changed)
    await yieldToEventLoop()
  }
  await recordSearchText(db)
  return changed
}

const rowColumns = sql`id, category, title, price_cents, description, details, search_text`

/** Reads the rows again under the category's lock, which keeps students from changing or deleting them. */
function rebuild(db: Db, category: CategoryId, stale: IndexedRow[]): Promise<number> {
  return db.transaction(async (tx) => {
    await bumpListsVersion(tx, category)
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

/**
 * Returns a hash of all data, besides the listing itself, that its search text depends on. `searchTextVersion` stands
 * for the functions.
 */
export function searchTextFingerprint(definitions: readonly AnyCategory[]): string {
  const periodRules = [campus.terms, minCoverage, monthToleranceDays]
  const places = campus.places.map(({ id, latitude, longitude }) => [id, latitude, longitude])
  const parts = [searchTextVersion, periodRules, places, definitions.map(indexedParts)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function indexedParts({ id, fields, search, period, filters }: AnyCategory) {
  return [
    id,
    search.fields,
    search.phrases,
    period,
    // All fields are included, because derived values may read any of them.
    Object.entries(fields).map(([name, field]) => [name, field.kind, emptyValue(field)]),
    search.fields.map((name) => searchedLabels(fields[name])),
    Object.values(filters).map((filter) => [
      filter.kind,
      isPeriodFilter(filter) ? '' : filter.field,
      filter.kind === 'contains' ? filter.text : '',
      filter.kind === 'months' ? filter.options : '',
    ]),
  ]
}

/** Returns the labels by which a search finds a checkbox. */
const searchedLabels = (field: Field | undefined) =>
  field?.kind === 'checkbox' ? [field.label, field.radioLabels, field.cardText] : []

const fingerprint = perCampus(() => searchTextFingerprint(categories))

/** Returns true if the stored search texts were built by another definition, or by an unknown one. */
export async function isSearchTextStale(db: Db): Promise<boolean> {
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = 'search-text'`,
  )
  return row?.value !== fingerprint()
}

/** Records that all stored search texts are up to date. */
export async function recordSearchText(db: Db): Promise<void> {
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES ('search-text', ${fingerprint()})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
}

/** Marks the search texts as stale. Call it for rows of unknown age, such as those of a backup. */
export async function forgetSearchText(tx: Db): Promise<void> {
  await tx.run(sql`DELETE FROM site_state WHERE name = 'search-text'`)
}
