import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { acceptedEncoding, compress, encodings } from './compression.ts'

const decompressors = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

describe.each(encodings)('a %s body', (encoding) => {
  // The longer text is compressed on another thread.
  it.each([200, 20_000])('of %d lines keeps no more memory than its length', async (lines) => {
    const text = 'a room near campus '.repeat(lines)
    const body = await compress(text, encoding)
    expect(decompressors[encoding](body).toString()).toBe(text)
    expect(body.buffer.byteLength).toBe(body.length)
  })
})

describe('acceptedEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['zstd;q=0, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP , deflate', 'gzip'],
    ['br;q=0.1,gzip;q=1', 'br'],
    ['br; q=1.0', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000 ,gzip;q=0.001', 'gzip'],
    ['br;q=0', undefined],
    ['brotli, x-gzip, deflate', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %s is %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })
})
