import { afterEach, expect, it, vi } from 'vitest'

/** As after a reload of the page. */
async function reload() {
  vi.resetModules()
  return import('./shortcuts-setting.ts')
}

function stubStorage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
}

afterEach(() => vi.unstubAllGlobals())

it('is on until it is turned off, also after a reload', async () => {
  stubStorage()
  expect((await reload()).areShortcutsOn()).toBe(true)
  ;(await reload()).setShortcutsOn(false)
  expect((await reload()).areShortcutsOn()).toBe(false)
  ;(await reload()).setShortcutsOn(true)
  expect((await reload()).areShortcutsOn()).toBe(true)
})

it('holds for the tab if the browser stores nothing', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { areShortcutsOn, setShortcutsOn } = await reload()
  expect(areShortcutsOn()).toBe(true)
  setShortcutsOn(false)
  expect(areShortcutsOn()).toBe(false)
})
