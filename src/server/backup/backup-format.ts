import { z } from 'zod'
import { keptTables } from './tables.ts'

/**
 * A backup is a tar file: `manifest.json`, then photos and tables, then `totals.json` and, last, the checksum
 * of every byte before it. A table is cut into parts that fit into memory.
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

const rowsEntry = /^tables\/([a-z_]+)\/\d+\.ndjson\.gz$/
const photoEntry = /^photos\/([0-9a-f]{32})\/(\d{1,4})\.webp$/

export type EntryKind =
  | { kind: 'rows'; table: string }
  | { kind: 'photo'; name: string; width: number }

export function readEntryName(entry: string): EntryKind | undefined {
  const table = rowsEntry.exec(entry)?.[1]
  if (table && keptTables.some(({ name }) => name === table)) return { kind: 'rows', table }
  const [, name, width] = photoEntry.exec(entry) ?? []
  return name ? { kind: 'photo', name, width: Number(width) } : undefined
}

export const manifest = z.object({
  format: z.literal('quad-backup'),
  version: z.int(),
  createdAt: z.string(),
  /** The last change the migrations had made to the database. */
  migration: z.string().regex(/^\d{3}-/),
  contents: z.enum(['database', 'database and photos']),
})

export const totals = z.object({
  rows: z.record(z.string(), z.int()),
  photos: z.int(),
  /** Photos that the database names and the store did not have. */
  photosMissing: z.int(),
  lastIds: z.record(z.string(), z.int()),
})

export const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

export type Manifest = z.infer<typeof manifest>
export type Totals = z.infer<typeof totals>
