import type { FileHandle } from 'node:fs/promises'
import sql, { raw } from 'sql-template-tag'
import { fixRestoredSettings } from '../campus/stored-campus.ts'
import { type Db, isMissingTable } from '../database/database.ts'
import { migrate, migrateUpTo } from '../database/migrate.ts'
import { forgetSearchText } from '../listings/search/reindex-listings.ts'
import { bumpAllMessageVersions } from '../messages/message-version-queries.ts'
import { findExistingPhotoNames } from '../photos/photo-queries.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { bumpAllVersions } from '../versions/category-versions.ts'
import {
  type BackedUpPhoto,
  readBackedUpPhotos,
  readBackedUpRows,
  withBackupFile,
} from './backup-format.ts'
import type { CheckedBackup } from './check-backup.ts'
import {
  dropTables,
  insertTableRows,
  readTableColumns,
  setLastIds,
  type TableRow,
} from './tables.ts'
import { BackupError, damagedBackupError } from './tar.ts'
import type { BackupProgress } from './write-backup.ts'

export interface RestoreOptions {
  db: Db
  store: PhotoStore
  backup: CheckedBackup
  /** Whether existing users, listings and photos may be replaced. */
  overwrite: boolean
  onProgress?: (progress: BackupProgress) => void
  /** Reads the restored rows in the schema of the backup, before later migrations change them. */
  afterRows?: (tx: Db) => Promise<void>
}

const concurrency = 8

/** Tables that describe the target site, so their rows stay. */
const preservedTables = ['category_versions', 'site_state']

/**
 * Restores photos first, because nothing refers to them before their rows exist. Then it replaces all rows in one
 * transaction, so a failure leaves the site as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ photosMissing: number }> {
  const { db, store, backup, overwrite, onProgress, afterRows } = options
  if (!overwrite) await assertEmpty(options)
  await migrate(db)
  const progress: BackupProgress = { rows: 0, photos: 0 }
  await withBackupFile(backup.path, async (file) => {
    await restorePhotos(store, file, () => {
      progress.photos++
      onProgress?.(progress)
    })
    await db.transaction(async (tx) => {
      const preserved = await readPreservedRows(tx)
      await dropTables(tx)
      // The rows fit the schema of the backup. Later migrations then change them.
      await migrateUpTo(tx, Number.parseInt(backup.manifest.migration, 10))
      progress.rows = 0
      await restoreRows(tx, file, (count) => {
        progress.rows += count
        onProgress?.(progress)
      })
      await setLastIds(tx, backup.totals.lastIds)
      await afterRows?.(tx)
      await migrate(tx)
      await insertPreservedRows(tx, preserved)
      await fixRestoredSettings(tx)
      await forgetSearchText(tx)
      // The new versions invalidate the caches of running processes and of open tabs.
      await bumpAllVersions(tx)
      await bumpAllMessageVersions(tx, Date.now())
    })
  })
  if (db.dialect === 'postgres') await db.script('ANALYZE')
  return { photosMissing: await countMissingPhotos(db, store) }
}

/** Restores several photos at a time, because the store may be across a network. */
async function restorePhotos(store: PhotoStore, file: FileHandle, onPhoto: () => void) {
  let batch: BackedUpPhoto[] = []
  const putBatch = async () => {
    await Promise.all(batch.map(({ name, variants }) => store.put(name, variants).then(onPhoto)))
    batch = []
  }
  for await (const photo of readBackedUpPhotos(file)) {
    batch.push(photo)
    if (batch.length === concurrency) await putBatch()
  }
  await putBatch()
}

async function assertEmpty({ db, store, backup }: RestoreOptions) {
  const hint = 'To replace it, say so: npm run restore -- FILE --overwrite'
  if ((await hasRows(db, 'users')) || (await hasRows(db, 'listings'))) {
    throw new BackupError(`The database has students or listings already. ${hint}`)
  }
  if (backup.manifest.contents === 'database') return
  for await (const page of store.list()) {
    if (page.length > 0) throw new BackupError(`There are photos already. ${hint}`)
  }
}

async function hasRows(db: Db, table: string): Promise<boolean> {
  try {
    return (await db.get(sql`SELECT 1 AS found FROM ${raw(table)} LIMIT 1`)) !== undefined
  } catch (error) {
    if (isMissingTable(error)) return false
    throw error
  }
}

type PreservedRows = Map<string, TableRow[]>

async function readPreservedRows(tx: Db): Promise<PreservedRows> {
  const preserved: PreservedRows = new Map()
  for (const table of preservedTables) {
    preserved.set(table, await tx.all<TableRow>(sql`SELECT * FROM ${raw(table)}`))
  }
  return preserved
}

async function insertPreservedRows(tx: Db, preserved: PreservedRows) {
  for (const [table, rows] of preserved) {
    if (rows.length === 0) continue
    await insertTableRows(tx, table, await readTableColumns(tx, table), rows)
  }
}

/** Counts the photos in the database whose files are not in the store. */
async function countMissingPhotos(db: Db, store: PhotoStore): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM photos`)
  let missing = row?.count ?? 0
  for await (const page of store.list()) {
    const names = page.map(({ name }) => name)
    missing -= (await findExistingPhotoNames(db, names)).size
  }
  return missing
}

const rowsPerStatement = 100

/** Inserts the rows of a backup into empty tables with the schema of its migration. */
async function restoreRows(tx: Db, file: FileHandle, onRows: (count: number) => void) {
  for await (const { table, rows } of readBackedUpRows(file)) {
    const columns = await readTableColumns(tx, table)
    const hasAllColumns = (row: object) =>
      Object.keys(row).length === columns.length && columns.every((column) => column in row)
    if (!rows.every(hasAllColumns)) throw damagedBackupError()
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const batch = rows.slice(start, start + rowsPerStatement)
      await insertTableRows(tx, table, columns, batch)
      onRows(batch.length)
    }
  }
}
