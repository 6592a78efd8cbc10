import { useEffect } from 'react'

/**
 * Tells the styles the height that a phone's keyboard leaves. Safari lays the keyboard over the page and scrolls it; other
 * browsers resize the page, as its viewport tag says.
 */
export function useVisibleHeight() {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!viewport) return
    const { style } = document.documentElement
    const update = () => {
      // While the reader has zoomed in, the visible part says nothing about the keyboard.
      const isCovered = viewport.scale === 1 && viewport.height < window.innerHeight - 1
      if (!isCovered) return style.removeProperty('--visible-height')
      style.setProperty('--visible-height', `${viewport.height}px`)
      window.scrollTo({ top: 0, behavior: 'instant' })
    }
    update()
    viewport.addEventListener('resize', update)
    return () => {
      viewport.removeEventListener('resize', update)
      style.removeProperty('--visible-height')
    }
  }, [])
}
