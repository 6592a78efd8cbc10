import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** An error for the person at the terminal, shown without a stack trace. */
export class BackupError extends Error {}

export interface TarWriter {
  add(name: string, content: Uint8Array | string): Promise<void>
  /** The checksum of all bytes written so far, in hexadecimal. */
  sha256(): string
  /** Writes the end of the archive. Resolves to its size in bytes. */
  end(): Promise<number>
}

/** A file that is written from its start to its end. It may be an upload. */
export interface TarFile {
  write(bytes: Uint8Array, offset: number): Promise<{ bytesWritten: number }>
}

export function createTarWriter(file: TarFile, time: number): TarWriter {
  const hash = createHash('sha256')
  let size = 0

  async function write(bytes: Uint8Array) {
    hash.update(bytes)
    for (let done = 0; done < bytes.length; ) {
      done += (await file.write(bytes, done)).bytesWritten
    }
    size += bytes.length
  }

  return {
    async add(name, content) {
      const bytes = Buffer.from(content)
      const header = encodeTarHeader({ name, size: bytes.length, time })
      await write(Buffer.concat([header, bytes, Buffer.alloc(paddingBytes(bytes.length))]))
    },
    sha256: () => hash.copy().digest('hex'),
    async end() {
      await write(Buffer.alloc(2 * blockSize))
      return size
    },
  }
}

export interface TarEntry {
  name: string
  /** The offset of the entry's header. */
  start: number
  read(): Promise<Buffer>
}

/** The largest entry. No entry of a backup is larger, and a damaged size must not exhaust the memory. */
const maxEntryBytes = 256 * 1024 * 1024

export const damagedBackupError = (detail?: string) =>
  new BackupError(['The backup is damaged or was cut off.', ...(detail ? [detail] : [])].join(' '))

/** Yields the entries. Only `read` reads their content. */
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

const blockSize = 512

export interface TarHeader {
  name: string
  size: number
  /** The time in seconds since the epoch. */
  time: number
}

const maxNameBytes = 100
const maxFileBytes = 8 ** 11 - 1
const offsets = { name: 0, mode: 100, size: 124, time: 136, sum: 148, type: 156, magic: 257 }

/** Returns the ustar header of a file with mode 0600. */
export function encodeTarHeader({ name, size, time }: TarHeader): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes || size > maxFileBytes) {
    throw new RangeError(`${name} does not fit into a tar file.`)
  }
  const header = Buffer.alloc(blockSize)
  header.write(name, offsets.name)
  header.write('0000600\x000000000\x000000000\0', offsets.mode)
  header.write(`${toOctal(size)}\0`, offsets.size)
  header.write(`${toOctal(time)}\0`, offsets.time)
  header.write('        ', offsets.sum)
  header.write('0', offsets.type)
  header.write('ustar\x0000', offsets.magic)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, offsets.sum)
  return header
}

/** Decodes a header. Returns undefined unless every byte is as `encodeTarHeader` would write it. */
function decodeTarHeader(block: Buffer): TarHeader | undefined {
  const text = (start: number, length: number) =>
    block.toString('utf8', start, start + length).split('\0')[0] ?? ''
  const header = {
    name: text(offsets.name, maxNameBytes),
    size: Number.parseInt(text(offsets.size, 12), 8),
    time: Number.parseInt(text(offsets.time, 12), 8),
  }
  if (!header.name || Number.isNaN(header.size) || Number.isNaN(header.time)) return undefined
  return encodeTarHeader(header).equals(block) ? header : undefined
}

/** Returns the padding that fills a file's last block. */
function paddingBytes(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}

const toOctal = (number: number) => number.toString(8).padStart(11, '0')
