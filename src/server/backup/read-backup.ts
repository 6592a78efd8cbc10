import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PhotoVariant } from '../photos/photo-store.ts'
import { BackupError } from './backup-error.ts'
import { parseEntryName, rowSchema } from './backup-format.ts'
import type { TableRow } from './table-rows.ts'
import { damagedBackupError, readTarEntries, type TarEntry } from './tar-reader.ts'

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

/** The rows of all tables, in the order in which foreign keys allow to insert them. */
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
    throw damagedBackupError()
  }
}

export interface BackedUpPhoto {
  name: string
  variants: PhotoVariant[]
}

/** The variants of a photo are consecutive entries. */
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
