import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type CategoryId, categories, perCategory } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'

interface ListingKey {
  category: CategoryId
  id: number
}

/**
 * Invalidates every cached response that shows the category's listings. It is right for any write; the two functions
 * below keep more of the cache. As the first statement of a transaction, all three also lock the category's row, so
 * writes to the category run one after another.
 */
export async function bumpCategoryVersion(tx: Db, category: CategoryId): Promise<void> {
  await tx.run(sql`
    INSERT INTO category_versions (category, version, floor) VALUES (${category}, 1, 1)
    ON CONFLICT (category) DO UPDATE SET version = category_versions.version + 1,
      floor = category_versions.version + 1`)
}

/** Invalidates the category's lists. Call it for a write that changes what no existing listing's own page shows. */
export async function bumpListsVersion(tx: Db, category: CategoryId): Promise<void> {
  await tx.run(sql`
    INSERT INTO category_versions (category, version) VALUES (${category}, 1)
    ON CONFLICT (category) DO UPDATE SET version = category_versions.version + 1`)
}

/** Invalidates the lists of the listings' categories, and what shows one of these listings alone. */
export async function bumpListingVersions(tx: Db, ...listings: ListingKey[]): Promise<void> {
  if (listings.length === 0) return
  const changed = new Set(listings.map(({ category }) => category))
  for (const category of [...changed].toSorted()) await bumpListsVersion(tx, category)
  await setListingVersions(tx, sql`id IN (${join(listings.map(({ id }) => id))})`)
}

/** Call it after the bump of the listings' categories, in the same transaction. */
async function setListingVersions(tx: Db, condition: Sql): Promise<void> {
  await tx.run(sql`
    UPDATE listings SET version = (
      SELECT version FROM category_versions WHERE category_versions.category = listings.category)
    WHERE ${condition}`)
}

/**
 * Whether a response that shows one listing is still right, if it was built at this version of the category. A deleted
 * listing counts as changed.
 */
export async function isListingUnchanged(
  db: Db,
  { category, id }: ListingKey,
  version: number,
): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM listings
    JOIN category_versions ON category_versions.category = listings.category
    WHERE listings.id = ${id} AND listings.category = ${category}
      AND listings.version <= ${version} AND floor <= ${version}`)
  return row !== undefined
}

/** Locks the category as a bump does, for a write that may turn out to change no page. */
export async function lockCategory(tx: Db, category: CategoryId): Promise<void> {
  await tx.run(sql`
    INSERT INTO category_versions (category, version) VALUES (${category}, 0)
    ON CONFLICT (category) DO UPDATE SET version = category_versions.version`)
}

/**
 * Bumps the versions of the seller's listings and of their categories. Call it when the seller's name changes, or when an
 * account is deleted with its listings.
 */
export async function bumpVersionsOfSeller(tx: Db, sellerId: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO category_versions (category, version)
    SELECT DISTINCT category, 1 FROM listings WHERE seller_id = ${sellerId} ORDER BY category
    ON CONFLICT (category) DO UPDATE SET version = category_versions.version + 1`)
  await setListingVersions(tx, sql`seller_id = ${sellerId}`)
}

/**
 * Invalidates everything after all rows were replaced. The rows may come from a site with higher versions; the versions
 * of the categories must not be lower, or these listings would count as changed for ever.
 */
export async function bumpAllVersions(tx: Db): Promise<void> {
  for (const { id } of categories) await bumpCategoryVersion(tx, id)
  const highest = sql`(SELECT max(version) FROM listings WHERE category = category_versions.category)`
  await tx.run(sql`
    UPDATE category_versions SET version = ${highest}, floor = ${highest}
    WHERE version < ${highest}`)
}

export interface CategoryVersions {
  /**
   * Returns the versions. On PostgreSQL they are at most half a second old, and never older than those passed to
   * `expect`. On SQLite they are always read.
   */
  read(): Promise<Versions>
  /** Records versions that a session's query has read. From then on, this process serves nothing older. */
  expect(versions: Versions): void
  /** Makes the next `read` ask the database, because this process has just written. */
  forget(): void
}

/** How long versions are kept. Another process's change must be shown within a second. */
const maxAgeMs = 500

export function createCategoryVersions(db: Db): CategoryVersions {
  if (db.dialect === 'sqlite') {
    return { read: () => readVersions(db), expect: () => undefined, forget: () => undefined }
  }
  /**
   * The newest known versions. The object is replaced, never changed, because a response is tagged with the versions
   * that were known before it was built.
   */
  let known: Versions = perCategory(() => 0)
  let freshUntil = 0
  let forgottenAt = 0
  let reading: Promise<Versions> | undefined

  const newest = (versions: Versions) => perCategory(({ id }) => Math.max(known[id], versions[id]))

  async function readAnew(): Promise<Versions> {
    const sentAt = performance.now()
    const before = known
    const versions = await readVersions(db)
    // `expect` may have learned newer versions during the query. Otherwise lower versions mean that a backup was
    // restored.
    known = known === before ? versions : newest(versions)
    // After a `forget` during the query, the next read asks again.
    if (forgottenAt < sentAt) freshUntil = sentAt + maxAgeMs
    return known
  }

  return {
    async read() {
      if (performance.now() < freshUntil) return known
      reading ??= readAnew().finally(() => {
        reading = undefined
      })
      return reading
    },
    expect(versions) {
      if (categories.some(({ id }) => versions[id] > known[id])) known = newest(versions)
    },
    forget() {
      freshUntil = 0
      forgottenAt = performance.now()
      reading = undefined
    },
  }
}

export const versionsData: RoomData = {
  tables: {
    category_versions: {
      notInBackups:
        'they invalidate the caches of running processes: a restore bumps those of its site',
    },
  },
}

/** The version of each category, or 0 until its first change. */
export type Versions = Readonly<Record<CategoryId, number>>

/** One column for each category, so that another statement can read all versions in its own round trip. */
export const versionColumns = raw(categories.map(({ id }) => versionColumn(id)).join(', '))

function versionColumn(category: CategoryId): string {
  const version = `SELECT version FROM category_versions WHERE category = '${category}'`
  return `COALESCE((${version}), 0) AS "${category}"`
}

/** The query is composed once, because every cached response needs it. */
const allVersions = sql`SELECT ${versionColumns}`

export async function readVersions(db: Pick<Db, 'all'>): Promise<Versions> {
  const [versions] = await db.all<Versions>(allVersions)
  if (!versions) throw new Error('A SELECT without FROM returned no row.')
  return versions
}
