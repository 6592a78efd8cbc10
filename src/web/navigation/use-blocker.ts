import { useEffect, useRef, useState } from 'react'
import { isUnmodifiedClick } from './is-unmodified-click.ts'
import { useNavigate } from './router.tsx'

type BlockedNavigation = { href: string } | { historyKey: string }

/** The in-app navigation that a click on a link starts, if it leaves this page. */
function linkNavigation(event: MouseEvent): BlockedNavigation | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isUnmodifiedClick(event)) return undefined
  if (link.target || link.hasAttribute('download')) return undefined
  // Other URLs unload the document: beforeunload covers them.
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return undefined
  const { pathname, search, hash } = link
  return pathname === location.pathname ? undefined : { href: pathname + search + hash }
}

/** Blocks links, Back, Forward and unloading until `proceed` is called. Calls of `navigate` pass. */
export function useBlocker(shouldBlock: boolean) {
  const navigate = useNavigate()
  const [blocked, setBlocked] = useState<BlockedNavigation>()
  const isProceeding = useRef(false)

  useEffect(() => {
    if (!shouldBlock) return
    const listeners = new AbortController()
    const options = { capture: true, signal: listeners.signal }
    const onClick = (event: MouseEvent) => {
      const navigation = linkNavigation(event)
      if (!navigation) return
      event.preventDefault()
      event.stopPropagation()
      setBlocked(navigation)
    }
    const onTraverse = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || isProceeding.current) return
      event.preventDefault()
      setBlocked({ historyKey: event.destination.key })
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', onClick, options)
    // Without the Navigation API, Back and Forward are not blocked.
    window.navigation?.addEventListener('navigate', onTraverse, options)
    window.addEventListener('beforeunload', onBeforeUnload, options)
    return () => listeners.abort()
  }, [shouldBlock])

  const proceed = () => {
    isProceeding.current = true
    setBlocked(undefined)
    if (!blocked) return
    if ('href' in blocked) navigate(blocked.href)
    else window.navigation.traverseTo(blocked.historyKey)
  }
  return {
    state: blocked ? ('blocked' as const) : ('unblocked' as const),
    proceed,
    reset: () => setBlocked(undefined),
  }
}
