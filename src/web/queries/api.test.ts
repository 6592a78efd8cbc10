import { describe, expect, it, vi } from 'vitest'
import { ApiError, createApi, errorMessage, UnreachableError } from './api.ts'

it('an error says what the server said, or that it was not reached', () => {
  expect(errorMessage(new ApiError(409, { error: 'It is sold.' }))).toBe('It is sold.')
  expect(errorMessage(new TypeError('Failed to fetch'))).toBe(
    "You're offline. Check your connection and try again.",
  )
})

it('a call that does not reach the site fails with an error of its own', async () => {
  const unreachable = createApi(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(unreachable.get('/api/x')).rejects.toThrow(UnreachableError)
  // Pages show the message of an error.
  await expect(unreachable.get('/api/x')).rejects.toThrow("You're offline.")
  await expect(unreachable.getIfChanged('/api/x')).rejects.toThrow(UnreachableError)
  const aborted = createApi(() => Promise.reject(new DOMException('Aborted', 'AbortError')))
  await expect(aborted.get('/api/x')).rejects.toThrow(DOMException)
})

describe('a write that outlives its page', () => {
  it.each(['put', 'patch', 'delete'] as const)('is sent with keepalive by %s', async (method) => {
    const fetch = vi.fn(async () => new Response(null, { status: 204 }))
    const api = createApi(fetch)
    await api[method]('/api/x', undefined, { outlivesPage: true })
    expect(fetch).toHaveBeenLastCalledWith('/api/x', expect.objectContaining({ keepalive: true }))
    await api[method]('/api/x', undefined)
    expect(fetch).toHaveBeenLastCalledWith(
      '/api/x',
      expect.not.objectContaining({ keepalive: true }),
    )
  })
})

describe('getIfChanged', () => {
  const kept = { name: 'Ada', etag: '"1"' }

  it('sends the ETag of what it has, and keeps that when it is unchanged', async () => {
    const fetch = vi.fn(async () => new Response(null, { status: 304 }))
    expect(await createApi(fetch).getIfChanged('/api/x', kept)).toBe(kept)
    expect(fetch).toHaveBeenCalledWith('/api/x', {
      cache: 'no-store',
      headers: { 'if-none-match': '"1"' },
    })
  })

  it('has the ETag of what is new', async () => {
    const headers = { etag: '"2"' }
    const { getIfChanged } = createApi(async () => Response.json({ name: 'Eve' }, { headers }))
    expect(await getIfChanged('/api/x', kept)).toEqual({ name: 'Eve', etag: '"2"' })
  })

  it('rejects with an error of the server', async () => {
    const { getIfChanged } = createApi(async () => Response.json({}, { status: 401 }))
    await expect(getIfChanged('/api/x', kept)).rejects.toMatchObject({ status: 401 })
  })
})
