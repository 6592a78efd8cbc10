import { type RefObject, useEffect } from 'react'

/**
 * Stores the height of an element in a CSS property. Toasts stay above what is at the bottom of the screen, and stand at the
 * top of their area, if the page has one.
 */
export function useHeightProperty(
  element: RefObject<HTMLElement | null>,
  property: '--bottom-bar' | '--toast-area' | '--case-bar' | '--favourite-mail-offer',
) {
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty(property, `${measured.offsetHeight}px`)
    })
    observer.observe(measured)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [element, property])
}
