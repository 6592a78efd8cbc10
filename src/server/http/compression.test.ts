import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compress } from './compression.ts'

it.each(['br', 'gzip'] as const)(
  'a %s body keeps no more memory than its length',
  async (encoding) => {
    const text = 'a room near campus '.repeat(200)
    const body = await compress(text, encoding)
    const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(decompress(body).toString()).toBe(text)
    expect(body.buffer.byteLength).toBe(body.length)
  },
)
