import { createContext, useContext } from 'react'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import type { ApiFetch, ApiResponse } from '#contract/rendering.ts'

/** A response with an error status. A failed connection rejects with the browser's own error instead. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** The message of the error body, if it has one. */
  readonly serverMessage: string | undefined
  readonly fields: Record<string, string>
  readonly duplicate: ErrorBody['duplicate']
  readonly ended: ErrorBody['ended']
  /** The value of the Retry-After header, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds?: number) {
    super(body.error ?? `The server answered ${status}.`)
    this.status = status
    this.code = body.code
    this.serverMessage = body.error
    this.fields = body.fields ?? {}
    this.duplicate = body.duplicate
    this.ended = body.ended
    this.retryAfterMs = retryAfterSeconds && retryAfterSeconds * 1000
  }
}

/**
 * The site could not be reached. Browsers reject with a plain TypeError, which every bug can throw, too, and whose text only
 * developers understand.
 */
export class UnreachableError extends TypeError {
  constructor(cause: TypeError) {
    super(offlineMessage, { cause })
  }
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

/** Returns whether the student has to confirm their email first. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unconfirmed'
}

/** Returns whether the student has to confirm first that it is them. */
export function isProofMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reauthenticate'
}

/** Returns the status that a page answers with when its data could not be loaded. */
export function toResponseStatus(error: unknown): number {
  return error instanceof ApiError ? error.status : 503
}

export const offlineMessage = "You're offline. Check your connection and try again."

/**
 * Returns the message of an error. Without a connection, fetch rejects with a TypeError whose text only developers
 * understand.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof TypeError) return offlineMessage
  return error instanceof Error ? error.message : String(error)
}

export type Api = ReturnType<typeof createApi>

interface WriteOptions {
  /**
   * Set for writes whose result is shown before the server has answered. Without it, a student who leaves the page at once
   * loses the write: browsers cancel requests that still wait for a connection. The body may have up to 64 KB.
   */
  outlivesPage?: boolean
  /** The version that the change is based on. The server answers 412 if it is not the latest. */
  ifMatch?: string | undefined
}

/** A body with the ETag of its response, for the next request to the same path. */
export type WithEtag<Body> = Body & { etag?: string | null }

async function readBody<Body>(response: ApiResponse): Promise<Body> {
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined
    throw new ApiError(response.status, body ?? {}, retryAfterSeconds)
  }
  return body as Body
}

/** Creates the client of our API. It uses the network in the browser, and calls the server in process on the server. */
export function createApi(send: ApiFetch) {
  const fetch: ApiFetch = (path, init) =>
    send(path, init).catch((error) => {
      throw error instanceof TypeError ? new UnreachableError(error) : error
    })

  async function request<Body>(
    method: string,
    path: string,
    body?: unknown,
    { signal, outlivesPage, ifMatch }: WriteOptions & { signal?: AbortSignal | undefined } = {},
  ): Promise<Body> {
    const response = await fetch(path, {
      method,
      headers: {
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(outlivesPage && { keepalive: true }),
    })
    return readBody<Body>(response)
  }
  return {
    get: <Body>(path: string, signal?: AbortSignal) =>
      request<Body>('GET', path, undefined, { signal }),
    /** Fetches a body. Resolves with `kept` if the server has nothing newer. */
    async getIfChanged<Body>(path: string, kept?: WithEtag<Body> | null): Promise<WithEtag<Body>> {
      const headers: HeadersInit = kept?.etag ? { 'if-none-match': kept.etag } : {}
      // The browser's own cache would hide a 304.
      const response = await fetch(path, { cache: 'no-store', headers })
      if (kept && response.status === 304) return kept
      return { ...(await readBody<Body>(response)), etag: response.headers.get('etag') }
    },
    post: <Body>(path: string, body?: unknown) => request<Body>('POST', path, body),
    put: <Body>(path: string, body: unknown, options?: WriteOptions) =>
      request<Body>('PUT', path, body, options),
    patch: <Body>(path: string, body: unknown, options?: WriteOptions) =>
      request<Body>('PATCH', path, body, options),
    delete: <Body>(path: string, body?: unknown, options?: WriteOptions) =>
      request<Body>('DELETE', path, body, options),
  }
}

export const ApiContext = createContext<Api | undefined>(undefined)

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiContext above it')
  return api
}
