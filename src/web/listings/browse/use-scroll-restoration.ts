import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from '../../navigation/router.tsx'

/** By history entry; lost when the document unloads. */
const scrollPositions = new Map<string, number>()

const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Restores the scroll position on Back and Forward; new filters start at the top. */
export function useScrollRestoration() {
  const { key, navigationType } = useLocation()
  useIsomorphicLayoutEffect(() => {
    const top = navigationType === 'POP' ? scrollPositions.get(key) : 0
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' })
    const savePosition = () => scrollPositions.set(key, window.scrollY)
    window.addEventListener('scroll', savePosition, { passive: true })
    return () => window.removeEventListener('scroll', savePosition)
  }, [key, navigationType])
}
