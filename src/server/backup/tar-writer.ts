import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { blockSize, encodeHeader, paddingAfter } from './tar-header.ts'

export interface TarWriter {
  add(name: string, content: Uint8Array | string): Promise<void>
  /** Of every byte written so far, in hexadecimal. */
  sha256(): string
  /** Ends the file; how many bytes it has. */
  end(): Promise<number>
}

export function tarWriter(file: Pick<FileHandle, 'write'>, time: number): TarWriter {
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
      const header = encodeHeader({ name, size: bytes.length, time })
      await write(Buffer.concat([header, bytes, Buffer.alloc(paddingAfter(bytes.length))]))
    },
    sha256: () => hash.copy().digest('hex'),
    async end() {
      await write(Buffer.alloc(2 * blockSize))
      return size
    },
  }
}
