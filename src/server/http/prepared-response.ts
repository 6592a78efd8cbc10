import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, decompress, type Encoding, isWorthCompressing } from './compression.ts'

/** A response as it is sent: status, headers and the final bytes. */
export interface PreparedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Builds a response with a strong ETag, the hash of the body. */
export function prepareTextResponse(type: string, text: string): PreparedResponse {
  const body = Buffer.from(text)
  const headers = { 'content-type': type, etag: strongEtag(body), vary: 'accept-encoding' }
  return { status: 200, headers, body }
}

/** Encodes the body. Another encoding is another representation, so it gets its own ETag. */
export async function encodeResponse(
  response: PreparedResponse,
  encoding: Encoding | undefined,
): Promise<PreparedResponse> {
  const { body, headers } = response
  if (!encoding || !isWorthCompressing(body.length)) return response
  const etag = headers.etag?.replace(/"$/, `-${encoding}"`)
  return {
    ...response,
    headers: { ...headers, 'content-encoding': encoding, ...(etag && { etag }) },
    body: await compress(body, encoding),
  }
}

/** Reverses `encodeResponse`. */
export async function decodeResponse(
  response: PreparedResponse,
  encoding: Encoding,
): Promise<PreparedResponse> {
  const { 'content-encoding': applied, ...headers } = response.headers
  if (applied !== encoding) return response
  const etag = headers.etag?.replace(`-${encoding}"`, '"')
  return {
    ...response,
    headers: { ...headers, ...(etag && { etag }) },
    body: await decompress(response.body, encoding),
  }
}

export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: PreparedResponse,
) {
  reply.headers(headers)
  if (status === 200 && matchesEtag(request.headers['if-none-match'], headers.etag)) {
    reply.removeHeader('content-type').removeHeader('content-encoding')
    return reply.status(304).send()
  }
  return reply.status(status).send(body)
}

/** Whether an If-None-Match header lists this ETag. The comparison is weak, as RFC 9110 says for GET. */
export function matchesEtag(header: string | undefined, etag: string | undefined): boolean {
  if (!header || !etag) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}

/** Returns a strong ETag, which identifies the bytes. */
const strongEtag = (body: string | Buffer): string =>
  `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** Returns a weak ETag, which identifies the content. It stays valid when the compression hook encodes the response. */
export const weakEtag = (body: string): string => `W/${strongEtag(body)}`
