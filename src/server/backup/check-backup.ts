import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { newestMigration } from '../database/migrate.ts'
import { BackupError } from './backup-error.ts'
import {
  entryNames,
  formatVersion,
  type Manifest,
  manifest,
  readEntryName,
  type Totals,
  totals,
} from './backup-format.ts'
import { rowsIn, withBackupFile } from './read-backup.ts'
import { keptTables } from './tables.ts'
import { damaged, type TarEntry, tarEntries } from './tar-reader.ts'

/** What every version of the format begins with. */
const kindOfFile = manifest.pick({ format: true, version: true })

export interface CheckedBackup {
  path: string
  manifest: Manifest
  totals: Totals
}

/** Reads the whole file and vouches for every byte, so that a restore finds nothing wrong half-way. */
export function checkBackup(path: string): Promise<CheckedBackup> {
  return withBackupFile(path, async (file) => {
    const entries = tarEntries(file)
    const found = {
      manifest: await readManifest(path, entries),
      ...(await readRest(file, entries)),
    }
    return { path, ...found }
  })
}

async function readManifest(path: string, entries: AsyncGenerator<TarEntry>): Promise<Manifest> {
  const foreign = () => new BackupError(`The file ${path} is not a backup of Quad.`)
  const first = await entries.next().catch(() => {
    throw foreign()
  })
  if (first.done || first.value.name !== entryNames.manifest) throw foreign()
  const { version } = await parsed(first.value, kindOfFile).catch(() => {
    throw foreign()
  })
  if (version > formatVersion) throw newer()
  const found = await parsed(first.value, manifest)
  const known = [await newestMigration('sqlite'), await newestMigration('postgres')]
  if (known.every((name = '') => name < found.migration)) throw newer()
  return found
}

function newer() {
  return new BackupError('The backup was made by a newer version of Quad. Update Quad first.')
}

async function readRest(file: FileHandle, entries: AsyncGenerator<TarEntry>) {
  const noRows = Object.fromEntries(keptTables.map(({ name }) => [name, 0]))
  const rows = { ...noRows }
  let [photos, lastPhoto] = [0, '']
  let found: Totals | undefined
  let isSealed = false
  for await (const entry of entries) {
    if (isSealed) throw damaged()
    const kind = readEntryName(entry.name)
    const photo = kind?.kind === 'photo' ? kind.name : ''
    // A photo's versions stand side by side.
    if (photo && photo !== lastPhoto) photos++
    lastPhoto = photo
    if (photo) continue
    if (kind?.kind === 'rows') {
      rows[kind.table] = (rows[kind.table] ?? 0) + (await rowsIn(entry)).length
    } else if (entry.name === entryNames.totals) {
      found = await parsed(entry, totals)
    } else if (entry.name === entryNames.checksum) {
      isSealed = (await entry.read()).toString() === `${await sha256(file, entry.start)}\n`
    } else throw damaged()
  }
  if (!found || !isSealed || found.photos !== photos) throw damaged()
  // A backup of an earlier version does not know the tables that came since.
  if (!isDeepStrictEqual({ ...noRows, ...found.rows }, rows)) throw damaged()
  return { totals: found }
}

async function parsed<Schema extends z.ZodType>(entry: TarEntry, schema: Schema) {
  try {
    return schema.parse(JSON.parse((await entry.read()).toString('utf8')))
  } catch {
    throw damaged()
  }
}

async function sha256(file: FileHandle, length: number): Promise<string> {
  const hash = createHash('sha256')
  const beginning = file.createReadStream({ start: 0, end: length - 1, autoClose: false })
  for await (const chunk of beginning) hash.update(chunk)
  return hash.digest('hex')
}
