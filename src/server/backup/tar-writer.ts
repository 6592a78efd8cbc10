import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { blockSize, encodeTarHeader, paddingBytes } from './tar-header.ts'

export interface TarWriter {
  add(name: string, content: Uint8Array | string): Promise<void>
  /** The checksum of all bytes written so far, in hexadecimal. */
  sha256(): string
  /** Writes the end of the archive. Resolves to its size in bytes. */
  end(): Promise<number>
}

export function createTarWriter(file: Pick<FileHandle, 'write'>, time: number): TarWriter {
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
