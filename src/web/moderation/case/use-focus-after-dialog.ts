import { type RefObject, useEffect } from 'react'

/** When a dialog closes whose opener is gone with what was decided, this has the focus. */
export function useFocusAfterDialog(isOpen: boolean, fallback: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const { activeElement } = document
      const isLost = activeElement === document.body || activeElement?.closest('dialog')
      if (isLost) fallback.current?.focus({ preventScroll: true })
    }
  }, [isOpen, fallback])
}
