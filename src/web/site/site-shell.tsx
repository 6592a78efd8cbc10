import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSessionUpkeep } from '../accounts/session-upkeep.ts'
import { useLocation } from '../navigation/router.tsx'
import { Notices } from '../ui/notice.tsx'
import { useVisitLog } from '../visits/visit-log.ts'
import { OfflineBar } from './offline.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** What stands around every page. */
export function SiteShell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const announcement = useArrival(main)
  useSessionUpkeep()
  useVisitLog()
  useEffect(() => {
    // From here on the page hears what is pressed.
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <OfflineBar />
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
      <Notices />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** After a navigation: start at the top, hand focus to the new page and say its title. */
function useArrival(main: { current: HTMLElement | null }) {
  const { pathname, hash, arrival } = useLocation()
  const shown = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash && arrival !== 'POP') window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setAnnouncement(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname, hash, arrival, main])
  return announcement
}
