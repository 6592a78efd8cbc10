import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { acceptedEncoding, compress } from './compression.ts'

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

describe('acceptedEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
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
