import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { lastMigration, newestMigration } from '../database/migrate.ts'
import { hourMs, toIso } from '../durations.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { archivePhotos, archiveTables, type PhotoToArchive } from './archive.ts'
import { entryNames, formatVersion, type Manifest, type Totals } from './backup-format.ts'
import {
  backedUpTables,
  findOlderTables,
  readLastIds,
  type TableRow,
  withSnapshot,
} from './tables.ts'
import { BackupError, createTarWriter, type TarFile } from './tar.ts'

export type BackupOptions = BackupSource & ({ path: string } | { into: WriteInto })

/** Calls `write` with a file, such as an upload. What was written counts only if `write` succeeds. */
export type WriteInto = <Result>(write: (file: TarFile) => Promise<Result>) => Promise<Result>

interface BackupSource {
  db: Db
  /** The photos. Without a store, only the database is backed up. */
  store?: PhotoStore
  now: number
  /** Whether an older version of Quad may have used the database. Such a backup has no photos. */
  isBeforeUpgrade?: true
  onProgress?: (progress: BackupProgress) => void
  /** A pause between batches of rows, so that requests are served. */
  pause?: () => Promise<unknown>
}

export interface BackupProgress {
  rows: number
  photos: number
}

export interface FinishedBackup extends Totals {
  bytes: number
}

/**
 * Archives older photos before the snapshot: after it, deleteUnusedPhotos may delete them together with a deleted
 * listing. Recent photos are archived after the snapshot, because deleteUnusedPhotos keeps them for a day.
 */
export async function writeBackup(options: BackupOptions): Promise<FinishedBackup> {
  const { db, store, now, isBeforeUpgrade, onProgress, pause } = options
  const manifest = await createManifest(options)
  const into: WriteInto =
    'into' in options ? options.into : (write) => writeFileAtomically(options.path, write)
  return into(async (file) => {
    const tar = createTarWriter(file, Math.floor(now / 1_000))
    const progress: BackupProgress = { rows: 0, photos: 0 }
    const onPhoto = () => {
      progress.photos++
      onProgress?.(progress)
    }
    await tar.add(entryNames.manifest, JSON.stringify(manifest))
    // The hour allows for clock differences between processes.
    const recentSince = now - hourMs
    const unread = new Set(
      store && (await archivePhotos({ tar, store, onPhoto }, findPhotosBefore(db, recentSince))),
    )
    const remaining: PhotoToArchive[] = []
    const tables = await withSnapshot(db, async (snapshot) => {
      if ((await lastMigration(snapshot)) !== manifest.migration) throw otherVersionError()
      const found = isBeforeUpgrade ? await findOlderTables(snapshot) : backedUpTables
      const rows = await archiveTables(snapshot, found, {
        tar,
        onRows: async (table, archived) => {
          if (table === 'photos') remaining.push(...selectPhotos(archived, recentSince, unread))
          progress.rows += archived.length
          onProgress?.(progress)
          await pause?.()
        },
      })
      return { rows, lastIds: await readLastIds(snapshot, found) }
    })
    const missing = store ? await archivePhotos({ tar, store, onPhoto }, [remaining]) : []
    const totals: Totals = { ...tables, photos: progress.photos, photosMissing: missing.length }
    await tar.add(entryNames.totals, JSON.stringify(totals))
    await tar.add(entryNames.checksum, `${tar.sha256()}\n`)
    return { ...totals, bytes: await tar.end() }
  })
}

async function createManifest({
  db,
  store,
  now,
  isBeforeUpgrade,
}: BackupSource): Promise<Manifest> {
  const migration = await lastMigration(db)
  if (!migration) throw new BackupError('The database is empty: there is nothing to keep yet.')
  const isCurrent = migration === (await newestMigration(db.dialect))
  if (!isCurrent && !isBeforeUpgrade) throw otherVersionError()
  return {
    format: 'quad-backup',
    version: formatVersion,
    createdAt: toIso(now),
    migration,
    contents: store ? 'database and photos' : 'database',
  }
}

async function* findPhotosBefore(db: Db, time: number): AsyncGenerator<PhotoToArchive[]> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const photos: PhotoToArchive[] = await db.all<PhotoToArchive>(sql`
      SELECT name, width FROM photos WHERE name > ${last} AND uploaded_at < ${time}
      ORDER BY name LIMIT 500`)
    yield photos
    last = photos.at(-1)?.name
  }
}

function otherVersionError() {
  return new BackupError(
    'The database belongs to another version of Quad. Start this version once, or take the backup with the one that runs.',
  )
}

/** Selects recent photos, and those that were not in the store when it was read before the snapshot. */
function selectPhotos(
  rows: TableRow[],
  recentSince: number,
  unread: Set<unknown>,
): PhotoToArchive[] {
  return rows
    .filter(({ name, uploaded_at }) => Number(uploaded_at) >= recentSince || unread.has(name))
    .map(({ name, width }) => ({ name: String(name), width: Number(width) }))
}
