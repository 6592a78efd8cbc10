import type { FileHandle } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'
import { blockSize, decodeTarHeader, paddingBytes } from './tar-header.ts'

export interface TarEntry {
  name: string
  /** The offset of its header. */
  start: number
  read(): Promise<Buffer>
}

/** No entry of a backup is larger; a damaged size must not exhaust the memory. */
const maxEntryBytes = 256 * 1024 * 1024

export const damagedBackupError = () => new BackupError('The backup is damaged or was cut off.')

/** Content is read only by `read`. */
export async function* readTarEntries(file: FileHandle): AsyncGenerator<TarEntry> {
  let start = 0
  for (;;) {
    const block = await readExactly(file, start, blockSize)
    if (isZero(block)) break
    const header = decodeTarHeader(block)
    if (!header || header.size > maxEntryBytes) throw damagedBackupError()
    const { name, size } = header
    const contentStart = start + blockSize
    yield { name, start, read: () => readExactly(file, contentStart, size) }
    start = contentStart + size
    const padding = paddingBytes(size)
    if (!isZero(await readExactly(file, start, padding))) throw damagedBackupError()
    start += padding
  }
  await assertEnd(file, start)
}

async function assertEnd(file: FileHandle, start: number) {
  const end = await readExactly(file, start, 2 * blockSize)
  const { size } = await file.stat()
  if (!isZero(end) || size !== start + end.length) throw damagedBackupError()
}

async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done)
    if (bytesRead === 0) throw damagedBackupError()
    done += bytesRead
  }
  return bytes
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0)
