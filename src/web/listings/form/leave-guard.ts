import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '../../navigation/router.tsx'

type Departure = { href: string } | { historyKey: string }

/** Where a press on a link leads inside the app, if it leaves this page at all. */
function departureOf(event: MouseEvent): Departure | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
  if (!link || !isPlain || link.target || link.hasAttribute('download')) return undefined
  // What is not a page of this app unloads the document, and the browser asks by itself.
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return undefined
  const { pathname, search, hash } = link
  return pathname === location.pathname ? undefined : { href: pathname + search + hash }
}

/** While it asks, leaving by link, by Back and Forward or by closing the page needs a second word. */
export function useLeaveGuard(asks: boolean) {
  const navigate = useNavigate()
  const [departure, setDeparture] = useState<Departure>()
  const passing = useRef(false)

  useEffect(() => {
    if (!asks) return
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const click = (event: MouseEvent) => {
      const wanted = departureOf(event)
      if (!wanted) return
      event.preventDefault()
      event.stopPropagation()
      setDeparture(wanted)
    }
    const traverse = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || passing.current) return
      event.preventDefault()
      setDeparture({ historyKey: event.destination.key })
    }
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', click, options)
    // A browser without it goes back at once; the draft is there on return.
    window.navigation?.addEventListener('navigate', traverse, options)
    window.addEventListener('beforeunload', unload, options)
    return () => listening.abort()
  }, [asks])

  const leave = () => {
    passing.current = true
    setDeparture(undefined)
    if (!departure) return
    if ('href' in departure) navigate(departure.href)
    else window.navigation.traverseTo(departure.historyKey)
  }
  return { isAsked: departure !== undefined, stay: () => setDeparture(undefined), leave }
}
