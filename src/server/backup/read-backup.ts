import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PhotoVersion } from '../photos/photo-store.ts'
import { BackupError } from './backup-error.ts'
import { readEntryName, row } from './backup-format.ts'
import type { Row } from './table-rows.ts'
import { damaged, type TarEntry, tarEntries } from './tar-reader.ts'

const largestPart = 256 * 1024 * 1024
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

/** The rows of all tables in the order they can be put back, part by part. */
export async function* backedUpRows(
  file: FileHandle,
): AsyncGenerator<{ table: string; rows: Row[] }> {
  for await (const entry of tarEntries(file)) {
    const kind = readEntryName(entry.name)
    if (kind?.kind === 'rows') yield { table: kind.table, rows: await rowsIn(entry) }
  }
}

export async function rowsIn(entry: TarEntry): Promise<Row[]> {
  try {
    const text = await decompress(await entry.read(), { maxOutputLength: largestPart })
    const lines = text.toString('utf8').split('\n').slice(0, -1)
    return lines.map((line) => row.parse(JSON.parse(line)))
  } catch {
    throw damaged()
  }
}

export interface BackedUpPhoto {
  name: string
  versions: PhotoVersion[]
}

/** The photos, each with all its versions. */
export async function* backedUpPhotos(file: FileHandle): AsyncGenerator<BackedUpPhoto> {
  let photo: BackedUpPhoto | undefined
  for await (const entry of tarEntries(file)) {
    const kind = readEntryName(entry.name)
    const name = kind?.kind === 'photo' ? kind.name : undefined
    if (photo && photo.name !== name) {
      yield photo
      photo = undefined
    }
    if (kind?.kind !== 'photo') continue
    photo ??= { name: kind.name, versions: [] }
    photo.versions.push({ width: kind.width, bytes: await entry.read() })
  }
}
