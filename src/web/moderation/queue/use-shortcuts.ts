import { useEffect, useEffectEvent } from 'react'
import { findShortcut, type Shortcut } from './shortcuts.ts'
import { useShortcutsOn } from './shortcuts-setting.ts'

/** Single keys do something while they are turned on. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const isOn = useShortcutsOn()
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const place = { isTyping: isTyping(event.target), hasDialog: hasOpenDialog() }
    const shortcut = findShortcut(shortcuts, event, place)
    if (!shortcut) return
    // Otherwise a field that it opens would get the letter.
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
