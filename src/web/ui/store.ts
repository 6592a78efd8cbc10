import { useSyncExternalStore } from 'react'

export type Store<Value> = ReturnType<typeof createStore<Value>>

/** A value outside React. Components follow it with `useStore`. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    get: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The server and the hydration render the initial value. */
export const useStore = <Value>({ subscribe, get, initial }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, () => initial)

/**
 * One JSON value in the browser's storage. Storage can be full or disabled: then nothing is written, and reading gives
 * undefined.
 */
export function createStorage<Value>(kind: 'localStorage' | 'sessionStorage', key: string) {
  return {
    read(): Value | undefined {
      try {
        return JSON.parse(globalThis[kind].getItem(key) ?? '') as Value
      } catch {
        return undefined
      }
    },
    /** Undefined deletes the value. */
    write(value: Value | undefined) {
      ignoreStorageErrors(() => {
        if (value === undefined) globalThis[kind].removeItem(key)
        else globalThis[kind].setItem(key, JSON.stringify(value))
      })
    },
  }
}

export const clearLocalStorage = () => ignoreStorageErrors(() => localStorage.clear())

function ignoreStorageErrors(access: () => void) {
  try {
    access()
  } catch {
    // The site works without storage.
  }
}
