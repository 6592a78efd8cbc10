import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

type Departure = { href: string } | { steps: number }

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

/** The router numbers its history entries. */
const indexIn = (state: unknown) => Number((state as { idx?: number } | null)?.idx)

/** While it asks, leaving by link, by the browser's buttons or by closing the page needs a second word. */
export function useLeaveGuard(asks: boolean) {
  const navigate = useNavigate()
  const [departure, setDeparture] = useState<Departure>()
  const passing = useRef(false)

  useEffect(() => {
    if (!asks) return
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const here = indexIn(history.state)
    let steps = 0
    const click = (event: MouseEvent) => {
      const wanted = departureOf(event)
      if (!wanted) return
      event.preventDefault()
      event.stopPropagation()
      setDeparture(wanted)
    }
    const pop = (event: PopStateEvent) => {
      if (passing.current) return
      event.stopImmediatePropagation()
      const there = indexIn(event.state)
      // The browser has moved already: step back, and ask once that is done.
      if (there !== here) {
        steps = there - here
        history.go(-steps)
      } else if (steps !== 0) {
        setDeparture({ steps })
      }
    }
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', click, options)
    window.addEventListener('popstate', pop, options)
    window.addEventListener('beforeunload', unload, options)
    return () => listening.abort()
  }, [asks])

  const leave = () => {
    passing.current = true
    setDeparture(undefined)
    if (!departure) return
    if ('href' in departure) navigate(departure.href)
    else history.go(departure.steps)
  }
  return { isAsked: departure !== undefined, stay: () => setDeparture(undefined), leave }
}
