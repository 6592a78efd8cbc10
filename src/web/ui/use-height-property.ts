import { type RefObject, useEffect } from 'react'

/** Stores the height of an element at the bottom of the screen in a CSS property, so that toasts stay above it. */
export function useHeightProperty(
  element: RefObject<HTMLElement | null>,
  property: '--bottom-bar' | '--case-bar' | '--favourite-mail-offer',
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
