import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { z } from 'zod'
import { newestMigration } from '../database/migrate.ts'
import {
  entryNames,
  formatVersion,
  knownTables,
  type Manifest,
  manifestSchema,
  parseEntryName,
  parseRows,
  type Totals,
  totalsSchema,
  withBackupFile,
} from './backup-format.ts'
import { BackupError, damagedBackupError, readTarEntries, type TarEntry } from './tar.ts'

/** The fields that the manifest has in every version of the format. */
const formatSchema = manifestSchema.pick({ format: true, version: true })

export interface CheckedBackup {
  path: string
  manifest: Manifest
  totals: Totals
}

/** Verifies every byte of the file, so that a restore does not fail half-way. */
export function checkBackup(path: string): Promise<CheckedBackup> {
  return withBackupFile(path, async (file) => {
    const entries = readTarEntries(file)
    const manifest = await readManifest(path, entries)
    const totals = await checkEntries(file, entries)
    return { path, manifest, totals }
  })
}

async function readManifest(path: string, entries: AsyncGenerator<TarEntry>): Promise<Manifest> {
  const throwNotABackup = () => {
    throw new BackupError(`The file ${path} is not a backup of Quad.`)
  }
  const first = await entries.next().catch(throwNotABackup)
  if (first.done || first.value.name !== entryNames.manifest) return throwNotABackup()
  const { version } = await parseJson(first.value, formatSchema).catch(throwNotABackup)
  if (version > formatVersion) throw newerVersionError()
  const manifest = await parseJson(first.value, manifestSchema)
  const newest = [await newestMigration('sqlite'), await newestMigration('postgres')]
  if (newest.every((name = '') => name < manifest.migration)) throw newerVersionError()
  return manifest
}

function newerVersionError() {
  return new BackupError('The backup was made by a newer version of Quad. Update Quad first.')
}

async function checkEntries(file: FileHandle, entries: AsyncGenerator<TarEntry>): Promise<Totals> {
  const noRows = Object.fromEntries(knownTables.map((table) => [table, 0]))
  const rows = { ...noRows }
  let [photos, lastPhoto] = [0, '']
  let totals: Totals | undefined
  let checksum: 'missing' | 'wrong' | 'right' = 'missing'
  for await (const tarEntry of entries) {
    if (checksum !== 'missing') throw damagedBackupError()
    const entry = parseEntryName(tarEntry.name)
    const photo = entry?.kind === 'photo' ? entry.name : ''
    // The variants of a photo are consecutive entries.
    if (photo && photo !== lastPhoto) photos++
    lastPhoto = photo
    if (photo) continue
    if (entry?.kind === 'rows') {
      rows[entry.table] = (rows[entry.table] ?? 0) + (await parseRows(tarEntry)).length
    } else if (tarEntry.name === entryNames.totals) {
      totals = await parseJson(tarEntry, totalsSchema)
    } else if (tarEntry.name === entryNames.checksum) {
      const expected = (await tarEntry.read()).toString()
      const found = await computeSha256(file, tarEntry.start)
      checksum = expected === `${found}\n` ? 'right' : 'wrong'
    } else throw damagedBackupError()
  }
  if (!totals) throw damagedBackupError('Its end is missing.')
  if (totals.photos !== photos) {
    throw damagedBackupError(`It has ${photos} of ${totals.photos} photos.`)
  }
  // The totals list only the tables of the backup's version.
  for (const [table, expected] of Object.entries({ ...noRows, ...totals.rows })) {
    if (rows[table] === expected) continue
    const found = rows[table] ?? 0
    throw damagedBackupError(`The table ${table} has ${found} of ${expected} rows.`)
  }
  if (checksum !== 'right') throw damagedBackupError(`Its checksum is ${checksum}.`)
  return totals
}

async function parseJson<Schema extends z.ZodType>(tarEntry: TarEntry, schema: Schema) {
  try {
    return schema.parse(JSON.parse((await tarEntry.read()).toString('utf8')))
  } catch {
    throw damagedBackupError()
  }
}

async function computeSha256(file: FileHandle, length: number): Promise<string> {
  const hash = createHash('sha256')
  const stream = file.createReadStream({ start: 0, end: length - 1, autoClose: false })
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}
