import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { SavedCard } from './card-anchor.ts'

/** Shows what was just saved; not on Back or a reload, which restore the scroll position. */
export function useScrollToSavedCard(isLoaded: boolean) {
  const state: SavedCard | null = useLocation().state
  const isNew = useNavigationType() === 'PUSH'
  const anchor = isNew && state?.savedCard
  useEffect(() => {
    if (!isLoaded || !anchor) return
    document.getElementById(anchor)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isLoaded, anchor])
}
