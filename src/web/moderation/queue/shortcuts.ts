import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createStore } from '../../ui/store.ts'

export interface Shortcut {
  key: string
  label: string
  run: () => void
}

/** The keys on pages for moderators. A letter means the same on all of these pages. */
export const shortcutKeys = {
  next: 'n',
  down: 'j',
  up: 'k',
  // The letter stands for “approve”. `k` moves up the queue and `j` down, as in email programs.
  keep: 'a',
  ask_to_edit: 'e',
  remove: 'r',
  warn: 'w',
  suspend: 's',
  ban: 'b',
  undo: 'u',
  queue: 'q',
  help: '?',
} as const

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
  isComposing: boolean
}

/** The state of the page when the key was pressed. */
interface Place {
  isTyping: boolean
  hasDialog: boolean
}

/** Finds the shortcut of a key press. Returns undefined if the press belongs to the browser or a field. */
export function findShortcut(
  shortcuts: readonly Shortcut[],
  press: KeyPress,
  { isTyping, hasDialog }: Place,
): Shortcut | undefined {
  if (isTyping || hasDialog || press.isComposing) return undefined
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  const found = shortcuts.find(({ key }) => key === press.key.toLowerCase())
  // A key that is held down can move through the queue, but must not open a dialog again and again.
  const canRepeat = found?.key === shortcutKeys.down || found?.key === shortcutKeys.up
  return press.repeat && !canRepeat ? undefined : found
}

const storageKey = 'moderation-shortcuts'

/** The setting in this tab, in case the browser stores nothing. */
const setting = createStore<boolean | undefined>(undefined)

export function areShortcutsOn(): boolean {
  try {
    return setting.get() ?? localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function setShortcutsOn(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // Storage is blocked or full, so the setting holds only in this tab.
  }
  setting.set(isOn)
}

/** Whether shortcuts are on. Moderators can turn them off, because speech input would press single letters (WCAG 2.1.4). */
export const useShortcutsOn = () =>
  useSyncExternalStore(setting.subscribe, areShortcutsOn, () => true)

/** Runs shortcuts on key presses, while shortcuts are on. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const isOn = useShortcutsOn()
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const place = { isTyping: isTyping(event.target), hasDialog: hasOpenDialog() }
    const shortcut = findShortcut(shortcuts, event, place)
    if (!shortcut) return
    // Prevent the letter from being typed into a field that the shortcut opens.
    event.preventDefault()
    shortcut.run()
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => handleKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOn])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

const hasOpenDialog = () => document.querySelector('dialog[open], :popover-open') !== null
