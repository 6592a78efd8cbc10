import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod'
import { type ErrorBody, type ErrorCode, statusByErrorCode } from '#contract/errors.ts'
import { DatabaseUnavailable } from '../database/database.ts'
import {
  AppError,
  errorReason,
  invalidInput,
  OverloadedError,
  temporarilyUnavailable,
} from '../errors.ts'
import { errorPage } from './error-page.ts'

const somethingWentWrong = 'Something went wrong on our end! Please try again.'

/** Turns an error into a response. No other code does. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const appError = toAppError(error)
  logFailure(request, error, 'request failed')
  if (!appError) {
    return send(reply, { error: somethingWentWrong, code: 'internal', id: request.id })
  }
  if (appError.retryAfterSeconds) reply.header('retry-after', String(appError.retryAfterSeconds))
  const { code, message, fields, duplicate, ended } = appError
  return send(reply, {
    error: message,
    code,
    ...(fields && { fields }),
    ...(duplicate && { duplicate }),
    ...(ended && { ended }),
  })
}

/** Logs unknown errors with their stack and unavailable services with a reason. Client errors are not logged. */
export function logFailure({ log }: FastifyRequest, error: FastifyError, message: string) {
  const appError = toAppError(error)
  if (!appError) log.error({ err: error }, message)
  else if (appError.code === 'unavailable' && !(error instanceof OverloadedError)) {
    const cause = error.cause && errorReason(error.cause)
    log.warn({ reason: error.message, cause }, 'unavailable')
  }
}

const nothingHere = "There's nothing here."

/** Returns the error of an unknown route. */
export const notFound = () => new AppError('not_found', nothingHere)

/** Answers 404 with an HTML page for a browser's broken link, and with JSON for everything else. */
export function handleUnknownRoute({ id, method, url }: FastifyRequest, reply: FastifyReply) {
  const error = nothingHere
  if (method !== 'GET' || url.startsWith('/api')) return send(reply, { error, code: 'not_found' })
  return reply
    .status(statusByErrorCode.not_found)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorPage(error, id))
}

/** Handles Node's clientError. Bytes that are not HTTP reach no route, so the response is written to the socket. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const status = clientErrorStatus[error.code ?? ''] ?? '400 Bad Request'
  const body: ErrorBody = { error: "We didn't understand that request.", code: 'bad_request' }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${text.length}`,
    'connection: close',
  ]
  return socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

const clientErrorStatus: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function send(reply: FastifyReply, body: ErrorBody) {
  return reply
    .status(statusByErrorCode[body.code])
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body)
}

/** Returns the error to answer with, or undefined for an unknown error, which is answered with a bare 500. */
export function toAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseUnavailable) return temporarilyUnavailable()
  if (hasZodFastifySchemaValidationErrors(error))
    return invalidInput(toFieldMessages(error.validation))
  const code = errorCodeByStatus[error.statusCode ?? 500]
  if (code === 'unavailable') return temporarilyUnavailable()
  return code && new AppError(code, fastifyErrorMessages[error.code] ?? error.message)
}

function toFieldMessages(problems: ZodFastifySchemaValidationError[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of problems) {
    const field = instancePath.split('/')[1] ?? ''
    if (field) fields[field] ??= message ?? 'Check this value'
  }
  return fields
}

const errorCodeByStatus: Record<number, ErrorCode> = Object.fromEntries(
  Object.entries(statusByErrorCode)
    .filter(([code]) => code !== 'internal')
    .map(([code, status]) => [status, code as ErrorCode]),
)

const fastifyErrorMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send this request as JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
}
