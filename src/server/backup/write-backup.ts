import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { lastMigration, newestMigration } from '../database/migrate.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { BackupError } from './backup-error.ts'
import { entryNames, formatVersion, type Manifest, type Totals } from './backup-format.ts'
import { copyPhotos, type ListedPhoto } from './copy-photos.ts'
import { copyTables } from './copy-tables.ts'
import { readLastIds } from './last-ids.ts'
import { withSnapshot } from './snapshot.ts'
import type { Row } from './table-rows.ts'
import { tarWriter } from './tar-writer.ts'
import { writeWhole } from './whole-file.ts'

export interface BackupParts {
  db: Db
  /** Without it, the database alone is kept. */
  store?: PhotoStore
  path: string
  now: number
  onProgress?: (done: Progress) => void
  /** Waited for between steps, so that others get their turn. */
  pause?: () => Promise<unknown>
}

export interface Progress {
  rows: number
  photos: number
}

export interface FinishedBackup extends Totals {
  bytes: number
}

const hour = 3_600_000

/**
 * Photos that are older than the backup are copied before the snapshot is taken: after it, a sweep may
 * remove them with their listing. Younger ones no sweep touches for a day, so they are copied after it.
 */
export async function writeBackup(parts: BackupParts): Promise<FinishedBackup> {
  const { db, store, path, now, onProgress, pause } = parts
  const manifest = await describe(parts)
  return writeWhole(path, async (file) => {
    const tar = tarWriter(file, Math.floor(now / 1_000))
    const done: Progress = { rows: 0, photos: 0 }
    const onPhoto = () => {
      done.photos++
      onProgress?.(done)
    }
    await tar.add(entryNames.manifest, JSON.stringify(manifest))
    // The hour covers clocks that differ.
    const young = now - hour
    const left = new Set(
      store && (await copyPhotos({ tar, store, onPhoto }, photosBefore(db, young))),
    )
    const late: ListedPhoto[] = []
    const tables = await withSnapshot(db, async (snapshot) => {
      if ((await lastMigration(snapshot)) !== manifest.migration) throw otherVersion()
      const rows = await copyTables(snapshot, {
        tar,
        onRows: async (table, copied) => {
          if (table === 'photos') late.push(...latePhotos(copied, young, left))
          done.rows += copied.length
          onProgress?.(done)
          await pause?.()
        },
      })
      return { rows, lastIds: await readLastIds(snapshot) }
    })
    const missing = store ? await copyPhotos({ tar, store, onPhoto }, [late]) : []
    const totals: Totals = { ...tables, photos: done.photos, photosMissing: missing.length }
    await tar.add(entryNames.totals, JSON.stringify(totals))
    await tar.add(entryNames.checksum, `${tar.sha256()}\n`)
    return { ...totals, bytes: await tar.end() }
  })
}

async function describe({ db, store, now }: BackupParts): Promise<Manifest> {
  const migration = await lastMigration(db)
  if (!migration) throw new BackupError('The database is empty: there is nothing to keep yet.')
  if (migration !== (await newestMigration(db.dialect))) throw otherVersion()
  return {
    format: 'quad-backup',
    version: formatVersion,
    createdAt: new Date(now).toISOString(),
    migration,
    contents: store ? 'database and photos' : 'database',
  }
}

async function* photosBefore(db: Db, time: number): AsyncGenerator<ListedPhoto[]> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const photos: ListedPhoto[] = await db.all<ListedPhoto>(sql`
      SELECT name, width FROM photos WHERE name > ${last} AND uploaded_at < ${time}
      ORDER BY name LIMIT 500`)
    yield photos
    last = photos.at(-1)?.name
  }
}

function otherVersion() {
  return new BackupError(
    'The database belongs to another version of Quad. Start this version once, or take the backup with the one that runs.',
  )
}

/** What is not in the backup yet: photos that came since, and those that could not be read before. */
function latePhotos(rows: Row[], young: number, left: Set<unknown>): ListedPhoto[] {
  return rows
    .filter(({ name, uploaded_at }) => Number(uploaded_at) >= young || left.has(name))
    .map(({ name, width }) => ({ name: String(name), width: Number(width) }))
}
