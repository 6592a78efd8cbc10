import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearLocalStorage, createStorage, createStore, useStore } from './store.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a store', () => {
  it('calls its listeners after each change, until they unsubscribe', () => {
    const store = createStore(0)
    const seen: number[] = []
    const unsubscribe = store.subscribe(() => seen.push(store.get()))
    store.set(1)
    store.set(2)
    unsubscribe()
    store.set(3)
    expect(seen).toEqual([1, 2])
    expect(store.get()).toBe(3)
  })

  it('renders its initial value on the server', () => {
    const store = createStore('initial')
    store.set('changed')
    const Reader = () => useStore(store)
    expect(renderToString(<Reader />)).toBe('initial')
  })
})

describe('a value in storage', () => {
  const storage = createStorage<{ at: number }>('sessionStorage', 'key')

  it('is read as it was written, until it is deleted', () => {
    const items = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    })
    expect(storage.read()).toBeUndefined()
    storage.write({ at: 5 })
    expect(storage.read()).toEqual({ at: 5 })
    storage.write(undefined)
    expect(items.size).toBe(0)
    items.set('key', 'not JSON')
    expect(storage.read()).toBeUndefined()
  })

  it('is undefined without storage', () => {
    vi.stubGlobal('sessionStorage', undefined)
    vi.stubGlobal('localStorage', undefined)
    storage.write({ at: 5 })
    clearLocalStorage()
    expect(storage.read()).toBeUndefined()
  })
})
