import { afterEach, expect, it, vi } from 'vitest'
import { CodeLoadError, loadCode, showCodeLoadError } from './load-code.ts'
import { getToasts } from './overlays/toast-store.ts'

afterEach(() => vi.unstubAllGlobals())

const goOffline = () => vi.stubGlobal('navigator', { onLine: false })

it('imports nothing while the device is offline, but what is loaded already', async () => {
  const importPart = vi.fn(async () => 'part')
  goOffline()
  await expect(loadCode(importPart)).rejects.toMatchObject({ isOffline: true })
  expect(importPart).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
  expect(await loadCode(importPart)).toBe('part')
  goOffline()
  expect(await loadCode(importPart)).toBe('part')
  expect(importPart).toHaveBeenCalledTimes(1)
})

it('imports while the device is offline if a service worker may have the code', async () => {
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: {} } })
  expect(await loadCode(async () => 'kept part')).toBe('kept part')
  const missing = async () => Promise.reject(new TypeError('failed'))
  await expect(loadCode(missing)).rejects.toMatchObject({ isOffline: true })
})

it('marks a failed import, and tries again at the next call', async () => {
  const importPart = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('failed'))
  const error = await loadCode(importPart).catch((reason) => reason)
  expect(error).toBeInstanceOf(CodeLoadError)
  expect(error).toMatchObject({ isOffline: false })
  expect(await loadCode(importPart)).toBe('part')
})

it('says what every page says without a connection', () => {
  goOffline()
  showCodeLoadError(new CodeLoadError())
  expect(getToasts()).toMatchObject([
    { text: "You're offline. Check your connection and try again." },
  ])
})
