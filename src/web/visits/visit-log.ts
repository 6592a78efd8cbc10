import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { apiPaths } from '#contract/paths.ts'
import type { Visit } from '#contract/visits.ts'

/** Sends a visit for the first page and after each navigation to another path. */
export function useVisitLog() {
  const { pathname } = useLocation()
  const lastPath = useRef<string>(undefined)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    // The request is prepared in a task of its own, so that a slow phone can respond before.
    afterPrerendering(() => setTimeout(sendVisit, 0, pathname))
  }, [pathname])
}

/** Waits until the page is shown, because a prerendered page may never be shown. */
function afterPrerendering(callback: () => void) {
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', callback, { once: true })
  } else callback()
}

function sendVisit(path: string) {
  const visit: Visit = {
    path,
    userAgent: navigator.userAgent,
    timestamp: new Date().toISOString(),
  }
  // The browser's console already names a failed request.
  fetch(apiPaths.visits, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(visit),
  }).catch(() => undefined)
}
