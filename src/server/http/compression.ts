import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import type { App } from './app-types.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const zstdAsync = promisify(zstdCompress)
const zstdDecompressAsync = promisify(zstdDecompress)

/** Whether a response is worth compressing. One that fits into one packet is not. */
export const isWorthCompressing = (length: number) => length >= 1_400

/** The encodings in order of preference. Zstandard takes less time than the others, for about the same bytes. */
export const encodings = ['zstd', 'br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/** Matches an encoding in Accept-Encoding, unless its weight is 0. Other weights don't change our order. */
const accepts = encodings.map((encoding) => ({
  encoding,
  pattern: new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))`, 'i'),
}))

export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined
  return accepts.find(({ pattern }) => pattern.test(header))?.encoding
}

/** Up to this length, handing a text to another thread takes longer than compressing it. */
const maxLengthAtOnce = 64 * 1024

const compressors = {
  zstd: (content: string | Buffer) =>
    content.length <= maxLengthAtOnce ? zstdCompressSync(content) : zstdAsync(content),
  // The levels of Brotli and gzip take half the time of the defaults and make pages a tenth larger. A smaller window
  // saves memory that each call would have to clear.
  br: (content: string | Buffer) =>
    brotliAsync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 16,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content: string | Buffer) => gzipAsync(content, { level: 4 }),
}

const decompressors = {
  // Bodies shrink to a fifth, so this is about the longest text that we compress on this thread.
  zstd: (body: Buffer) =>
    body.length <= maxLengthAtOnce / 5 ? zstdDecompressSync(body) : zstdDecompressAsync(body),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
}

export const compress = async (content: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  copyOutOfPool(await compressors[encoding](content))

export const decompress = async (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  decompressors[encoding](body)

/** Copies the bytes, if they are a slice of a much larger buffer, which a cached body would keep in memory. */
export function copyOutOfPool(slice: Buffer): Buffer {
  if (slice.length === slice.buffer.byteLength) return slice
  const copy = Buffer.allocUnsafeSlow(slice.length)
  slice.copy(copy)
  return copy
}

/** Adds an onSend hook that compresses text. Responses that already have an encoding pass unchanged. */
export function registerCompression(app: App) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isWorthCompressing(payload.length)) return done()
    if (reply.hasHeader('content-encoding')) return done()
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return done()
    reply.header('content-encoding', encoding).removeHeader('content-length')
    compress(payload, encoding).then((compressed) => done(null, compressed), done)
  })
}
