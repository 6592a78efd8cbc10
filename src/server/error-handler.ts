import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod'
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { DatabaseUnavailable, isForeignKeyViolation, reasonOf } from './database/database.ts'
import { AppError, invalidInput, TooBusy, tryAgainSoon } from './errors.ts'
import { errorPage } from './pages/error-page.ts'

const somethingWentWrong = 'Something went wrong on our end! Please try again.'

/** The one place where an error becomes an answer. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  logFailure(request, error, 'request failed')
  if (!refusal) {
    return send(reply, { error: somethingWentWrong, code: 'internal', id: request.id })
  }
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  const { code, message, fields } = refusal
  return send(reply, { error: message, code, ...(fields && { fields }) })
}

/** A fault of ours with its stack, what is away with its reason; every other refusal is the asker's own affair. */
export function logFailure(request: FastifyRequest, error: FastifyError, sentence: string) {
  const { id: reqId, log } = request
  const refusal = toRefusal(error)
  if (!refusal) log.error({ reqId, err: error }, sentence)
  else if (refusal.code === 'unavailable' && !(error instanceof TooBusy)) {
    const cause = error.cause && reasonOf(error.cause)
    log.warn({ reqId, reason: error.message, cause }, 'unavailable')
  }
}

/** Someone who follows a broken link reads a page; a program gets the usual shape. */
export function handleUnknownRoute({ id, method, url }: FastifyRequest, reply: FastifyReply) {
  const error = 'There is nothing at this address.'
  if (method !== 'GET' || url.startsWith('/api')) return send(reply, { error, code: 'not_found' })
  return reply
    .status(errorStatus.not_found)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorPage(error, id))
}

/** What is not even HTTP has no request to answer, only a connection. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const status = brokenRequests[error.code ?? ''] ?? '400 Bad Request'
  const body: ErrorBody = { error: 'The request is not understood.', code: 'bad_request' }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${text.length}`,
    'connection: close',
  ]
  return socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

const brokenRequests: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function send(reply: FastifyReply, body: ErrorBody) {
  return reply
    .status(errorStatus[body.code])
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body)
}

/** The refusal an error stands for, or undefined when it is a fault of ours. */
export function toRefusal(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseUnavailable) return tryAgainSoon()
  // The account was deleted while its own request was under way.
  if (isForeignKeyViolation(error)) {
    return new AppError('unauthenticated', 'Please sign in first.')
  }
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(fieldsOf(error.validation))
  const code = clientErrors[error.statusCode ?? 500]
  if (code === 'unavailable') return tryAgainSoon()
  return code && new AppError(code, transportSentences[error.code] ?? error.message)
}

function fieldsOf(problems: ZodFastifySchemaValidationError[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of problems) {
    const field = instancePath.split('/')[1] ?? ''
    if (field) fields[field] ??= message ?? 'Invalid value'
  }
  return fields
}

const clientErrors: Record<number, ErrorCode> = Object.fromEntries(
  Object.entries(errorStatus)
    .filter(([code]) => code !== 'internal')
    .map(([code, status]) => [status, code as ErrorCode]),
)

const transportSentences: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send this request as JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
}
