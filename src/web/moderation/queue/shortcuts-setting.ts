import { useSyncExternalStore } from 'react'

const storageKey = 'moderation-shortcuts'
const listeners = new Set<() => void>()

/** For this tab, if the browser keeps nothing. */
let setting: boolean | undefined

export function areShortcutsOn(): boolean {
  if (setting !== undefined) return setting
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function setShortcutsOn(isOn: boolean): void {
  setting = isOn
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // Storage may be blocked or full.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** On unless they were turned off: speech input would press single letters (WCAG 2.1.4). */
export const useShortcutsOn = () => useSyncExternalStore(subscribe, areShortcutsOn, () => true)
