type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** With a modifier key or another button, the browser itself opens a tab, opens a window or downloads. */
export function isUnmodifiedClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}
