import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { App } from './app-types.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

/** Whether a response is worth compressing. One that fits into one packet is not. */
export const isWorthCompressing = (length: number) => length >= 1_400

/** The encodings in order of preference. */
export const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/** Matches an encoding in Accept-Encoding, unless its weight is 0. */
const accepts = encodings.map((encoding) => ({
  encoding,
  pattern: new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))`, 'i'),
}))

export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined
  return accepts.find(({ pattern }) => pattern.test(header))?.encoding
}

/** Compresses with levels that take half the time of the defaults and make pages a tenth larger. */
export async function compress(content: string | Buffer, encoding: Encoding): Promise<Buffer> {
  const compressed =
    encoding === 'gzip'
      ? await gzipAsync(content, { level: 4 })
      : await brotliAsync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return copyOutOfPool(compressed)
}

export const decompress = (content: Buffer, encoding: Encoding): Promise<Buffer> =>
  decompressors[encoding](content)

/** Copies the bytes. zlib returns a slice of a much larger buffer, which a cached body would keep in memory. */
function copyOutOfPool(slice: Buffer): Buffer {
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
