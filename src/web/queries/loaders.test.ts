import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForData } from './loaders.ts'

const never = new Promise<string>(() => undefined)
const list = new Request('http://localhost/rentals?type=sublet')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Measures how long a page without data waits before its skeleton is shown. */
async function measureWait(shownUrl: string, listRequest?: Request) {
  vi.stubGlobal('location', { href: shownUrl })
  const start = Date.now()
  const waited = waitForData(never, listRequest).then(() => Date.now() - start)
  await vi.runAllTimersAsync()
  return waited
}

it('gives what is there in time', async () => {
  await expect(waitForData(Promise.resolve('data'))).resolves.toBe('data')
})

it('waits longer on the way back to a list, which scrolls to where it was', async () => {
  const ahead = await measureWait('http://localhost/rentals/1', list)
  expect(await measureWait(`${list.url}#main`, list)).toBeGreaterThan(ahead)
  expect(await measureWait(list.url)).toBe(ahead)
})
