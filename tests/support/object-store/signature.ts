import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  method: string
  /** The path and query as sent. */
  url: string
  headers: IncomingHttpHeaders
  body: Uint8Array
}

export interface S3Credentials {
  key: string
  secret: string
  region: string
}

export type SignatureResult =
  | 'ok'
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'AuthorizationHeaderMalformed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch'
  | 'RequestTimeTooSkewed'

const authorizationHeader =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const maxSkewMs = 15 * 60_000

/** Verifies AWS Signature Version 4 as AWS publishes it for S3. */
export function verifySignature(
  request: SignedRequest,
  credentials: S3Credentials,
  now: number,
): SignatureResult {
  const { headers } = request
  const authorization = headers.authorization
  if (!authorization) return 'AccessDenied'
  const [, key, day, region, names = '', signature = ''] =
    authorizationHeader.exec(authorization) ?? []
  if (!key || !day || region !== credentials.region) return 'AuthorizationHeaderMalformed'
  if (key !== credentials.key) return 'InvalidAccessKeyId'
  const time = headerValue(headers['x-amz-date'])
  const payload = headerValue(headers['x-amz-content-sha256'])
  const signed = names.split(';')
  if (!time.startsWith(day) || !signed.includes('host')) return 'AuthorizationHeaderMalformed'
  const amzHeaders = Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
  if (!amzHeaders.every((name) => signed.includes(name))) return 'AccessDenied'
  if (Math.abs(parseAmzDate(time) - now) > maxSkewMs) return 'RequestTimeTooSkewed'

  const canonicalRequest = buildCanonicalRequest(request, signed, payload)
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secret}`,
  )
  const expected = createHmac('sha256', signingKey).update(toSign).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
  return payload === sha256(request.body) ? 'ok' : 'XAmzContentSHA256Mismatch'
}

function buildCanonicalRequest(
  { method, url, headers }: SignedRequest,
  signed: string[],
  payload: string,
) {
  const [path = '/', query = ''] = url.split('?')
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return `${uriEncode(decodeURIComponent(name))}=${uriEncode(decodeURIComponent(value))}`
    })
    .sort()
  return [
    method,
    path
      .split('/')
      .map((part) => uriEncode(decodeURIComponent(part)))
      .join('/'),
    parameters.join('&'),
    ...signed.map((name) => `${name}:${headerValue(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    payload,
  ].join('\n')
}

/** Encodes everything but letters, digits and - . _ ~, with capital hexadecimal digits. */
function uriEncode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      if (/[A-Za-z0-9._~-]/.test(character)) return character
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function parseAmzDate(time: string): number {
  return Date.parse(
    time.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function headerValue(value: string | string[] | undefined): string {
  return [value ?? ''].flat().join(',')
}
