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

/** Returns the current value of a store. The server and hydration render the initial value. */
export const useStore = <Value>({ subscribe, get, initial }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, () => initial)

/**
 * Creates access to one JSON value in the browser's storage. If the storage is full or disabled, nothing is written, and
 * reading returns undefined.
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
    /** Writes the value. Undefined deletes it. */
    write(value: Value | undefined) {
      ignoreStorageErrors(() => {
        if (value === undefined) globalThis[kind].removeItem(key)
        else globalThis[kind].setItem(key, JSON.stringify(value))
      })
    },
  }
}

/** Returns the keys in localStorage that match. */
export function storedKeys(pattern: RegExp): string[] {
  let keys: string[] = []
  ignoreStorageErrors(() => {
    keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  })
  return keys.filter((key) => pattern.test(key))
}

export const clearLocalStorage = () => ignoreStorageErrors(() => localStorage.clear())

function ignoreStorageErrors(access: () => void) {
  try {
    access()
  } catch {
    // The site works without storage.
  }
}
