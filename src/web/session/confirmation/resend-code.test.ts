import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../query-client.ts'
import { lastCodeQuery, rememberFirstCode, setLastCode } from './resend-code.tsx'

const now = Date.UTC(2026, 10, 15)

beforeEach(() => {
  vi.useFakeTimers({ now })
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Reads the code like a page that was just loaded. */
const readAnew = (studentId: number) => createQueryClient().fetchQuery(lastCodeQuery(studentId))

it('is the code of the sign-up, with the wait for the next one, also after a reload', async () => {
  rememberFirstCode(createQueryClient(), { id: 1 })
  expect(await readAnew(1)).toEqual({ sentAt: now, retryAt: now + 60_000 })
})

it('is nobody else’s', async () => {
  rememberFirstCode(createQueryClient(), { id: 1 })
  expect(await readAnew(2)).toEqual({ sentAt: 0, retryAt: 0 })
})

it('is known without storage, until the page is left', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const queryClient = createQueryClient()
  rememberFirstCode(queryClient, { id: 1 })
  setLastCode(queryClient, 1, { retryAt: now + 90_000 })
  await queryClient.invalidateQueries()
  const known = { sentAt: now, retryAt: now + 90_000 }
  expect(await queryClient.fetchQuery({ ...lastCodeQuery(1), staleTime: 0 })).toEqual(known)
})
