import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { statusByErrorCode } from '#contract/errors.ts'
import type { AppError } from '../errors.ts'
import { logFailure, toAppError } from './error-handler.ts'
import { errorPage } from './error-page.ts'

/** Handles errors of pages that a browser opens. It shows the reason only if the error is an `AppError`. */
export function sendErrorPage(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  renderPage?: (appError: AppError | undefined) => string,
) {
  const appError = toAppError(error)
  const status = appError ? statusByErrorCode[appError.code] : 500
  // What a form sends is not sent again.
  const canRetry = request.method === 'GET' && (status >= 500 || status === 429)
  logFailure(request, error, 'page failed')
  if (appError?.retryAfterSeconds) reply.header('retry-after', String(appError.retryAfterSeconds))
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(renderPage?.(appError) ?? errorPage(appError?.message, request.id, { canRetry }))
}
