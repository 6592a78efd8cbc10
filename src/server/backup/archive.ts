import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { variantWidths } from '#contract/photos.ts'
import type { PhotoStore, PhotoVariant } from '../photos/photo-store.ts'
import { entryNames } from './backup-format.ts'
import { type NamedTable, readTableRows, type Snapshot, type TableRow } from './tables.ts'
import type { TarWriter } from './tar.ts'

interface ArchiveTablesDeps {
  tar: TarWriter
  onRows: (table: string, rows: TableRow[]) => Promise<void>
}

const minEntryLength = 1024 * 1024
const compress = promisify(gzip)

/** Adds the tables to the backup. Resolves to the number of rows of each table. */
export async function archiveTables(
  snapshot: Snapshot,
  tables: readonly NamedTable[],
  deps: ArchiveTablesDeps,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table.name] = await archiveTable(snapshot, table, deps)
  return counts
}

/** Writes one line of JSON for each row, in entries of about a megabyte. */
async function archiveTable(
  snapshot: Snapshot,
  table: NamedTable,
  { tar, onRows }: ArchiveTablesDeps,
) {
  let [count, part, text] = [0, 0, '']
  const addEntry = async () => {
    part++
    await tar.add(entryNames.rows(table.name, part), await compress(text))
    text = ''
  }
  for await (const rows of readTableRows(snapshot, table)) {
    for (const row of rows) text += `${JSON.stringify(row)}\n`
    count += rows.length
    if (text.length >= minEntryLength) await addEntry()
    await onRows(table.name, rows)
  }
  if (text !== '') await addEntry()
  return count
}

const concurrency = 8

interface ArchivePhotosDeps {
  tar: TarWriter
  store: PhotoStore
  onPhoto: () => void
}

/** A photo in the database. Its width determines its variants. */
export interface PhotoToArchive {
  name: string
  width: number
}

/** Adds the photos to the backup. Resolves to the names of photos that are not in the store. */
export async function archivePhotos(
  { tar, store, onPhoto }: ArchivePhotosDeps,
  pages: AsyncIterable<PhotoToArchive[]> | Iterable<PhotoToArchive[]>,
): Promise<string[]> {
  const missing: string[] = []
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += concurrency) {
      const batch = page.slice(start, start + concurrency)
      const photos = await Promise.all(batch.map((photo) => readPhoto(store, photo)))
      for (const { name, variants } of photos) {
        for (const { width, bytes } of variants) await tar.add(entryNames.photo(name, width), bytes)
        if (variants.length > 0) onPhoto()
        else missing.push(name)
      }
    }
  }
  return missing
}

/** Reads the variants of a photo. Returns none if one is missing, because deleteUnusedPhotos may be deleting the photo. */
async function readPhoto(store: PhotoStore, { name, width }: PhotoToArchive) {
  const variants: PhotoVariant[] = []
  for (const variantWidth of variantWidths(width)) {
    const bytes = await store.get(name, variantWidth)
    if (!bytes) return { name, variants: [] }
    variants.push({ width: variantWidth, bytes })
  }
  return { name, variants }
}
