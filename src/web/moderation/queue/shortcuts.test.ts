import { afterEach, expect, it, vi } from 'vitest'
import { findShortcut, shortcutKeys } from './shortcuts.ts'

const run = () => undefined
const shortcuts = [
  { key: shortcutKeys.remove, label: 'Remove', run },
  { key: shortcutKeys.down, label: 'Next', run },
  { key: shortcutKeys.help, label: 'Help', run },
]
const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false, isComposing: false }
const onPage = { isTyping: false, hasDialog: false }

const press = (key: string, changes: Partial<typeof plain> = {}, place = onPage) =>
  findShortcut(shortcuts, { key, ...plain, ...changes }, place)?.label

it('has a letter of its own for everything', () => {
  const keys = Object.values(shortcutKeys)
  expect(new Set(keys).size).toBe(keys.length)
})

it('knows a key, also with Caps Lock, and no other', () => {
  expect(press('r')).toBe('Remove')
  expect(press('R')).toBe('Remove')
  expect(press('?')).toBe('Help')
  expect(press('x')).toBeUndefined()
  expect(press('Enter')).toBeUndefined()
})

it('leaves keys to fields, to an open dialog and to an input method', () => {
  expect(press('r', {}, { isTyping: true, hasDialog: false })).toBeUndefined()
  expect(press('r', {}, { isTyping: false, hasDialog: true })).toBeUndefined()
  expect(press('r', { isComposing: true })).toBeUndefined()
})

it('leaves Ctrl+R and the like to the browser', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    expect(press('r', { [modifier]: true }), modifier).toBeUndefined()
  }
})

it('repeats moving through the list only', () => {
  expect(press('j', { repeat: true })).toBe('Next')
  expect(press('r', { repeat: true })).toBeUndefined()
})

/** Imports the module again, as a reload of the page does. */
async function reload() {
  vi.resetModules()
  return import('./shortcuts.ts')
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
