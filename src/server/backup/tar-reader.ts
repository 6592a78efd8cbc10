import type { FileHandle } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'
import { blockSize, decodeHeader, paddingAfter } from './tar-header.ts'

export interface TarEntry {
  name: string
  /** Where in the file its header begins. */
  start: number
  read(): Promise<Buffer>
}

/** Nothing in a backup is larger, and a damaged size must not fill the memory. */
const largestEntry = 256 * 1024 * 1024

export const damaged = () => new BackupError('The backup is damaged or was cut off.')

/** The entries in their order; what is not read is skipped. */
export async function* tarEntries(file: FileHandle): AsyncGenerator<TarEntry> {
  let start = 0
  for (;;) {
    const block = await readExactly(file, start, blockSize)
    if (isZero(block)) break
    const header = decodeHeader(block)
    if (!header || header.size > largestEntry) throw damaged()
    const { name, size } = header
    const body = start + blockSize
    yield { name, start, read: () => readExactly(file, body, size) }
    start = body + size
    const padding = paddingAfter(size)
    if (!isZero(await readExactly(file, start, padding))) throw damaged()
    start += padding
  }
  await assertEnd(file, start)
}

async function assertEnd(file: FileHandle, start: number) {
  const end = await readExactly(file, start, 2 * blockSize)
  const { size } = await file.stat()
  if (!isZero(end) || size !== start + end.length) throw damaged()
}

async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done)
    if (bytesRead === 0) throw damaged()
    done += bytesRead
  }
  return bytes
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0)
