import { type RefObject, useEffect } from 'react'

/** Toasts stay above the element, which is at the end of the screen, whatever its height. */
export function useBottomBar(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!element.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--bottom-bar', `${entry?.target.clientHeight ?? 0}px`)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [element])
}
