import { describe, expect, it } from 'vitest'
import { ApiError } from '../queries/api.ts'
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts'
import { sessionKey } from './session.tsx'

const unavailable = (retryAfterSeconds?: number) =>
  new ApiError(503, { error: 'Busy.' }, retryAfterSeconds)

describe('a failed query', () => {
  it('is retried twice, each time after as long as Retry-After says', () => {
    const error = unavailable(3)
    expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([true, true, false])
    expect(retryDelay(0, error)).toBe(3000)
  })

  it('is not retried without Retry-After, or when it asks for more than ten seconds', () => {
    expect(shouldRetry(0, unavailable())).toBe(false)
    expect(shouldRetry(0, unavailable(11))).toBe(false)
    expect(shouldRetry(0, new ApiError(404, {}))).toBe(false)
  })

  it('is retried once when the connection failed', () => {
    const error = new TypeError('Failed to fetch')
    expect([0, 1].map((failures) => shouldRetry(failures, error))).toEqual([true, false])
    expect(retryDelay(0, error)).toBe(1000)
  })
})

describe('a failed mutation', () => {
  it.each([
    [401, true],
    [403, false],
    [503, false],
  ])('with status %i has ended the session: %s', async (status, hasEnded) => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(sessionKey, { id: 1 })
    const error = new ApiError(status, {})
    const mutation = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => Promise.reject(error) })
    await expect(mutation.execute(undefined)).rejects.toBe(error)
    expect(queryClient.getQueryData(sessionKey)).toEqual(hasEnded ? null : { id: 1 })
  })
})
