import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { App } from './http.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Below this an answer fits one packet anyway. */
const worthCompressing = 1_400

export type Encoding = 'br' | 'gzip'

export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const offered = new Set<string>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', weight = 'q=1'] = part.toLowerCase().split(';')
    if (Number(weight.trim().replace('q=', '')) > 0) offered.add(name.trim())
  }
  if (offered.has('br')) return 'br'
  return offered.has('gzip') ? 'gzip' : undefined
}

export function compress(content: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(content)
  return brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** Compresses text answers on the way out; what already carries an encoding passes as it is. */
export function compression(app: App) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthCompressing) return payload
    if (reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress(payload, encoding)
  })
}
