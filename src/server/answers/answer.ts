import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, type Encoding, isWorthCompressing } from '../compression.ts'

/** An answer as it leaves: nothing about it is left to work out. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

export const textAnswer = (type: string, text: string) => bytesAnswer(type, Buffer.from(text))

/** With a tag that names exactly these bytes, so that a browser that has them need not fetch them again. */
export function bytesAnswer(type: string, body: Buffer): Answer {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  return { status: 200, headers: { 'content-type': type, etag, vary: 'accept-encoding' }, body }
}

export async function encodedAnswer(
  answer: Answer,
  encoding: Encoding | undefined,
): Promise<Answer> {
  const { body } = answer
  if (!encoding || !isWorthCompressing(body.length)) return answer
  return inEncoding(answer, encoding, await compress(body, encoding))
}

/** The same answer in other bytes, under a tag of their own. */
export function inEncoding(answer: Answer, encoding: Encoding, body: Buffer): Answer {
  const { etag, ...headers } = answer.headers
  return {
    ...answer,
    headers: {
      ...headers,
      'content-encoding': encoding,
      ...(etag && { etag: etag.replace(/"$/, `-${encoding}"`) }),
    },
    body,
  }
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const { status, headers, body } = answer
  reply.headers(headers)
  if (status === 200 && namesOne(request.headers['if-none-match'], headers.etag)) {
    reply.removeHeader('content-type').removeHeader('content-encoding')
    return reply.status(304).send()
  }
  return reply.status(status).send(body)
}

/** For what is not worth keeping; it is compressed on its way out. */
export function sendText(reply: FastifyReply, type: string, text: string) {
  return reply.type(type).send(text)
}

/** Whether an If-None-Match header names this tag; the mark of a weak one is of no matter here. */
export function namesOne(header: string | undefined, etag: string | undefined): boolean {
  if (!header || !etag) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
