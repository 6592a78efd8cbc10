import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  method: string
  /** Path and query, as they were sent. */
  url: string
  headers: IncomingHttpHeaders
  body: Uint8Array
}

export interface Keys {
  key: string
  secret: string
  region: string
}

export type Verdict =
  | 'ok'
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'AuthorizationHeaderMalformed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch'
  | 'RequestTimeTooSkewed'

const header =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const mostSkew = 15 * 60_000

/** Checks a request as the published rules of AWS Signature Version 4 have it, for S3. */
export function checkSignature(request: SignedRequest, keys: Keys, now: number): Verdict {
  const { headers } = request
  const authorization = headers.authorization
  if (!authorization) return 'AccessDenied'
  const [, key, day, region, names = '', signature = ''] = header.exec(authorization) ?? []
  if (!key || !day || region !== keys.region) return 'AuthorizationHeaderMalformed'
  if (key !== keys.key) return 'InvalidAccessKeyId'
  const time = one(headers['x-amz-date'])
  const payload = one(headers['x-amz-content-sha256'])
  const signed = names.split(';')
  if (!time.startsWith(day) || !signed.includes('host')) return 'AuthorizationHeaderMalformed'
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
  if (!unsigned.every((name) => signed.includes(name))) return 'AccessDenied'
  if (Math.abs(millisecondsOf(time) - now) > mostSkew) return 'RequestTimeTooSkewed'

  const canonical = canonicalRequest(request, signed, payload)
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secret}`,
  )
  const right = createHmac('sha256', signingKey).update(toSign).digest()
  if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
  return payload === sha256(request.body) ? 'ok' : 'XAmzContentSHA256Mismatch'
}

function canonicalRequest(
  { method, url, headers }: SignedRequest,
  signed: string[],
  payload: string,
) {
  const [path = '/', query = ''] = url.split('?')
  const fields = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`
    })
    .sort()
  return [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    fields.join('&'),
    ...signed.map((name) => `${name}:${one(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    payload,
  ].join('\n')
}

/** Everything but letters, digits and - . _ ~, with capital hexadecimal digits. */
function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      if (/[A-Za-z0-9._~-]/.test(character)) return character
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function millisecondsOf(time: string): number {
  return Date.parse(
    time.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function one(value: string | string[] | undefined): string {
  return [value ?? ''].flat().join(',')
}
