import type { FileHandle } from 'node:fs/promises'
import sql, { raw } from 'sql-template-tag'
import { categories } from '#categories/index.ts'
import { type Db, isMissingTable } from '../database/database.ts'
import { migrate, migrateUpTo } from '../database/migrate.ts'
import { raiseListingCounter } from '../listings/listing-counter.ts'
import { indexTogether } from '../listings/search-index.ts'
import { knownPhotos } from '../photos/photo-queries.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { BackupError } from './backup-error.ts'
import type { CheckedBackup } from './check-backup.ts'
import { dropTables } from './drop-tables.ts'
import { setLastIds } from './last-ids.ts'
import { loadRows } from './load-rows.ts'
import { type BackedUpPhoto, backedUpPhotos, withBackupFile } from './read-backup.ts'
import type { Progress } from './write-backup.ts'

export interface RestoreParts {
  db: Db
  store: PhotoStore
  backup: CheckedBackup
  /** Whether what is there may go. */
  overwrite: boolean
  onProgress?: (done: Progress) => void
}

const photosAtOnce = 8

/**
 * Photos come first: nothing shows them until their rows are there. The rows come in one transaction, with
 * the end of the old ones: whatever fails, the site is as it was.
 */
export async function restoreBackup(parts: RestoreParts): Promise<{ photosMissing: number }> {
  const { db, store, backup, overwrite, onProgress } = parts
  if (!overwrite) await assertEmpty(parts)
  await migrate(db)
  const done: Progress = { rows: 0, photos: 0 }
  await withBackupFile(backup.path, async (file) => {
    await putPhotos(store, file, () => {
      done.photos++
      onProgress?.(done)
    })
    await db.transaction(async (tx) => {
      const counters = await tx.all<Counter>(sql`SELECT name, value FROM counters`)
      await dropTables(tx)
      await migrateUpTo(tx, Number.parseInt(backup.manifest.migration, 10))
      done.rows = 0
      const load = () =>
        loadRows(tx, file, (count) => {
          done.rows += count
          onProgress?.(done)
        })
      await indexTogether(tx, load)
      await setLastIds(tx, backup.totals.lastIds)
      await migrate(tx)
      await raiseCounters(tx, counters)
    })
  })
  if (db.dialect === 'postgres') await db.script('ANALYZE')
  return { photosMissing: await countMissingPhotos(db, store) }
}

/** Several at once: a store may be far away. */
async function putPhotos(store: PhotoStore, file: FileHandle, onPhoto: () => void) {
  let waiting: BackedUpPhoto[] = []
  const putAll = async () => {
    await Promise.all(waiting.map(({ name, versions }) => store.put(name, versions).then(onPhoto)))
    waiting = []
  }
  for await (const photo of backedUpPhotos(file)) {
    waiting.push(photo)
    if (waiting.length === photosAtOnce) await putAll()
  }
  await putAll()
}

async function assertEmpty({ db, store, backup }: RestoreParts) {
  const again = 'To replace it, say so: npm run restore -- FILE --overwrite'
  if ((await hasRows(db, 'users')) || (await hasRows(db, 'listings'))) {
    throw new BackupError(`The database has students or listings already. ${again}`)
  }
  if (backup.manifest.contents === 'database') return
  for await (const page of store.list()) {
    if (page.length > 0) throw new BackupError(`There are photos already. ${again}`)
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

interface Counter {
  name: string
  value: number
}

/** A server that runs meanwhile must not take what it remembers for the restored listings. */
async function raiseCounters(tx: Db, counters: Counter[]) {
  for (const { name, value } of counters) {
    await tx.run(sql`INSERT INTO counters (name, value) VALUES (${name}, ${value})`)
  }
  for (const { id } of categories) await raiseListingCounter(tx, id)
}

/** Photos that listings name, and the store has not. */
async function countMissingPhotos(db: Db, store: PhotoStore): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM photos`)
  let missing = row?.count ?? 0
  for await (const page of store.list()) {
    missing -= (
      await knownPhotos(
        db,
        page.map(({ name }) => name),
      )
    ).size
  }
  return missing
}
