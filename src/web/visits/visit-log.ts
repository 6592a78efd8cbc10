import { useEffect, useRef } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { Visit } from '#contract/visits.ts'
import { useLocation } from '../navigation/router.tsx'

/** Notes each page that is seen: the first one, and every other path after it. */
export function useVisitLog() {
  const { pathname } = useLocation()
  const noted = useRef<string>(undefined)
  useEffect(() => {
    if (noted.current === pathname) return
    noted.current = pathname
    whenSeen(() => noteVisit(pathname))
  }, [pathname])
}

/** A page that the browser loads ahead is not visited yet, and perhaps never will be. */
function whenSeen(act: () => void) {
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', act, { once: true })
  } else act()
}

function noteVisit(path: string) {
  const visit: Visit = {
    path,
    userAgent: navigator.userAgent,
    timestamp: new Date().toISOString(),
  }
  // The browser's own log names a request that failed; nobody needs to hear more of it.
  fetch(apiPaths.visits, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(visit),
  }).catch(() => undefined)
}
