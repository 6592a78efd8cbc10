/** A key, what it does, and what happens when it is pressed. */
export interface Shortcut {
  key: string
  label: string
  run: () => void
}

/** The keys of pages for moderators: one letter means one thing on all of them. */
export const shortcutKeys = {
  next: 'n',
  down: 'j',
  up: 'k',
  // For “approve”: `k` goes up the queue, beside `j`, as in mail programs.
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

/** Where the key was pressed. */
interface Place {
  isTyping: boolean
  hasDialog: boolean
}

/** The shortcut of a key press, or undefined for what the browser or a field is to have. */
export function findShortcut(
  shortcuts: readonly Shortcut[],
  press: KeyPress,
  { isTyping, hasDialog }: Place,
): Shortcut | undefined {
  if (isTyping || hasDialog || press.isComposing) return undefined
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  const found = shortcuts.find(({ key }) => key === press.key.toLowerCase())
  // A key that is held down goes on through the queue, but opens no dialog again and again.
  const canRepeat = found?.key === shortcutKeys.down || found?.key === shortcutKeys.up
  return press.repeat && !canRepeat ? undefined : found
}
