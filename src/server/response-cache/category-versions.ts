import sql, { type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { createVersionListener, versionChannel } from './version-listener.ts'
import { readVersions, type Versions } from './version-queries.ts'

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

/** Serialises writes to the category, as a bump does, for one that may turn out to change no page. */
export async function lockCategory(tx: Db, category: CategoryId): Promise<void> {
  await tx.run(sql`
    INSERT INTO category_versions (category, version) VALUES (${category}, 0)
    ON CONFLICT (category) DO UPDATE SET version = category_versions.version`)
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

export interface CategoryVersions {
  /** Up to a second old on PostgreSQL, but never older than what `expect` was told; SQLite is always read. */
  read(): Promise<Versions>
  /** Records versions that were read from the database: this process serves nothing older from here on. */
  expect(versions: Versions): void
  /**
   * The database for an anonymous read of the category: the replica if it has replayed at least this version,
   * so that no response older than its version is cached.
   */
  dbForVisitors(category: CategoryId, version?: number): Promise<Db>
  /** Ends the connection that listens for new versions. */
  close(): Promise<void>
}

export function createCategoryVersions(db: Db): CategoryVersions {
  const listener = db.server && createVersionListener(db.server)

  async function read(): Promise<Versions> {
    const known = listener?.versions()
    if (known) return known
    const versions = await readVersions(db)
    listener?.expect(versions)
    return versions
  }

  async function dbForVisitors(category: CategoryId, version?: number): Promise<Db> {
    if (!db.replica) return db
    const needed = version ?? (await read())[category]
    return (await db.replica.dbWithVersion(category, needed)) ?? db
  }

  return {
    read,
    expect: (versions) => listener?.expect(versions),
    dbForVisitors,
    close: async () => listener?.close(),
  }
}
