import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { App } from './http.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A shorter answer fits one packet anyway. */
export const isWorthCompressing = (length: number) => length >= 1_400

export type Encoding = 'br' | 'gzip'

export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined
  const offered = new Set<string>()
  for (const part of header.split(',')) {
    const [name = '', weight = 'q=1'] = part.toLowerCase().split(';')
    if (Number(weight.trim().replace('q=', '')) > 0) offered.add(name.trim())
  }
  if (offered.has('br')) return 'br'
  return offered.has('gzip') ? 'gzip' : undefined
}

export function compress(content: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(content)
  return brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** Compresses text answers on the way out; what already carries an encoding passes as it is. */
export function compression(app: App) {
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
