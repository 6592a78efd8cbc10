import { createContext, useContext } from 'react'
import type { ErrorBody } from '#contract/errors.ts'

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** An answer that is not a success; a request that never got an answer rejects with the browser's own error. */
export class ApiError extends Error {
  readonly status: number
  /** The answer's own words, where it had any. */
  readonly sentence: string | undefined
  readonly fields: Record<string, string>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error ?? `The server answered ${status}.`)
    this.status = status
    this.sentence = body.error
    this.fields = body.fields ?? {}
  }
}

export type Api = ReturnType<typeof createApi>

/** The one way from the web side to the server: over the network in the browser, in process on the server. */
export function createApi(fetch: Fetch) {
  async function call<Answer>(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: method === 'GET' ? {} : { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Partial<ErrorBody>)
    return answer as Answer
  }
  return {
    get: <Answer>(path: string, signal?: AbortSignal) =>
      call<Answer>('GET', path, undefined, signal),
    post: <Answer>(path: string, body?: unknown) => call<Answer>('POST', path, body),
    put: <Answer>(path: string, body: unknown) => call<Answer>('PUT', path, body),
    delete: <Answer>(path: string, body?: unknown) => call<Answer>('DELETE', path, body),
  }
}

export const ApiContext = createContext<Api | undefined>(undefined)

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiContext above it')
  return api
}
