import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import type { PhotoVariant } from '../photos/photo-store.ts'
import { backedUpTables, formerTables, type TableRow } from './tables.ts'
import { BackupError, damagedBackupError, readTarEntries, type TarEntry } from './tar.ts'

/**
 * The version of the format. A backup is a tar file with `manifest.json`, photos, tables, `totals.json` and, last, the
 * checksum of all bytes before it. The rows of a table are split into entries that fit into memory.
 */
export const formatVersion = 1

export const entryNames = {
  manifest: 'manifest.json',
  totals: 'totals.json',
  checksum: 'sha256.txt',
  rows: (table: string, part: number) =>
    `tables/${table}/${String(part).padStart(6, '0')}.ndjson.gz`,
  photo: (name: string, width: number) => `photos/${name}/${width}.webp`,
}

/** The tables that a backup of this or an older version may contain. */
export const knownTables = [...backedUpTables, ...formerTables].map(({ name }) => name)

const rowsEntryName = /^tables\/([a-z_]+)\/\d+\.ndjson\.gz$/
const photoEntryName = /^photos\/([0-9a-f]{32})\/(\d{1,4})\.webp$/

export type BackupEntry =
  | { kind: 'rows'; table: string }
  | { kind: 'photo'; name: string; width: number }

/** Parses the name of an entry. Returns undefined for manifest, totals, checksum and unknown entries. */
export function parseEntryName(entryName: string): BackupEntry | undefined {
  const table = rowsEntryName.exec(entryName)?.[1]
  if (table && knownTables.includes(table)) return { kind: 'rows', table }
  const [, name, width] = photoEntryName.exec(entryName) ?? []
  return name ? { kind: 'photo', name, width: Number(width) } : undefined
}

export const manifestSchema = z.object({
  format: z.literal('quad-backup'),
  version: z.int(),
  createdAt: z.string(),
  /** The last migration of the database. */
  migration: z.string().regex(/^\d{3}-/),
  contents: z.enum(['database', 'database and photos']),
})

export const totalsSchema = z.object({
  rows: z.record(z.string(), z.int()),
  photos: z.int(),
  /** The number of photos in the database whose files were not in the store. */
  photosMissing: z.int(),
  lastIds: z.record(z.string(), z.int()),
})

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

export type Manifest = z.infer<typeof manifestSchema>
export type Totals = z.infer<typeof totalsSchema>

const maxDecompressedBytes = 256 * 1024 * 1024
const decompress = promisify(gunzip)

export async function withBackupFile<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path).catch((error) => {
    throw new BackupError(`The file ${path} cannot be read: ${error.message}`)
  })
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** Yields the rows of all tables in an order that foreign keys allow. */
export async function* readBackedUpRows(
  file: FileHandle,
): AsyncGenerator<{ table: string; rows: TableRow[] }> {
  for await (const tarEntry of readTarEntries(file)) {
    const entry = parseEntryName(tarEntry.name)
    if (entry?.kind === 'rows') yield { table: entry.table, rows: await parseRows(tarEntry) }
  }
}

export async function parseRows(tarEntry: TarEntry): Promise<TableRow[]> {
  try {
    const text = await decompress(await tarEntry.read(), { maxOutputLength: maxDecompressedBytes })
    const lines = text.toString('utf8').split('\n').slice(0, -1)
    return lines.map((line) => rowSchema.parse(JSON.parse(line)))
  } catch {
    throw damagedBackupError(`The rows in ${tarEntry.name} cannot be read.`)
  }
}

export interface BackedUpPhoto {
  name: string
  variants: PhotoVariant[]
}

/** Yields the photos. The variants of a photo are consecutive entries. */
export async function* readBackedUpPhotos(file: FileHandle): AsyncGenerator<BackedUpPhoto> {
  let photo: BackedUpPhoto | undefined
  for await (const tarEntry of readTarEntries(file)) {
    const entry = parseEntryName(tarEntry.name)
    const name = entry?.kind === 'photo' ? entry.name : undefined
    if (photo && photo.name !== name) {
      yield photo
      photo = undefined
    }
    if (entry?.kind !== 'photo') continue
    photo ??= { name: entry.name, variants: [] }
    photo.variants.push({ width: entry.width, bytes: await tarEntry.read() })
  }
}
