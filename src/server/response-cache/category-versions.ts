import sql, { type Sql } from 'sql-template-tag'
import { type CategoryId, perCategory } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { createVersionListener, versionChannel } from './version-listener.ts'

/**
 * Invalidates every cached response that shows the category's listings, or their sellers' names.
 * As the first statement of a transaction it also locks the row, which serialises writes to the category.
 */
export async function bumpCategoryVersion(tx: Db, category: CategoryId): Promise<void> {
  await bump(
    tx,
    sql`
      INSERT INTO category_versions (category, version) VALUES (${category}, 1)
      ON CONFLICT (category) DO UPDATE SET version = category_versions.version + 1`,
  )
}

/** For an account that is being removed with its listings. */
export async function bumpVersionsOfSeller(tx: Db, sellerId: number): Promise<void> {
  await bump(
    tx,
    sql`
      UPDATE category_versions SET version = version + 1 WHERE category IN (
        SELECT category FROM listings WHERE seller_id = ${sellerId})`,
  )
}

/** NOTIFY is delivered when the transaction commits. */
async function bump(tx: Db, statement: Sql): Promise<void> {
  const bumped = await tx.all<{ category: string; version: number }>(
    sql`${statement} RETURNING category, version`,
  )
  for (const { category, version } of bumped) {
    await tx.notify?.(versionChannel, `${category} ${version}`)
  }
}

/** Composed once: every list and page reads it. */
const versionQuery = perCategory(
  ({ id }) => sql`SELECT version FROM category_versions WHERE category = ${id}`,
)

export async function readCategoryVersion(db: Db, category: CategoryId): Promise<number> {
  const row = await db.get<{ version: number }>(versionQuery[category])
  return row?.version ?? 0
}

export interface CategoryVersions {
  /**
   * With `fresh`, read from the database, so that students see their own changes at once.
   * Otherwise it may be up to a second old on PostgreSQL; SQLite is always asked, which takes microseconds.
   */
  read(category: CategoryId, options: { fresh: boolean }): Promise<number>
  /**
   * The database for an anonymous read of the category: the replica if it has replayed at least this version,
   * so that no response older than its version is cached.
   */
  dbForVisitors(category: CategoryId, version?: number): Promise<Db>
}

export function createCategoryVersions(db: Db): CategoryVersions {
  const listener = db.server && createVersionListener(db.server)

  async function read(category: CategoryId, { fresh }: { fresh: boolean }): Promise<number> {
    const known = fresh ? undefined : listener?.version(category)
    if (known !== undefined) return known
    const version = await readCategoryVersion(db, category)
    listener?.expect({ category, version })
    return version
  }

  async function dbForVisitors(category: CategoryId, version?: number): Promise<Db> {
    if (!db.replica) return db
    const needed = version ?? (await read(category, { fresh: false }))
    return (await db.replica.dbWithVersion(category, needed)) ?? db
  }

  return { read, dbForVisitors }
}
