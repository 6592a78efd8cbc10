import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useSessionRefresh } from '../accounts/use-session-refresh.ts'
import { Toaster } from '../ui/toaster.tsx'
import { useVisitLog } from '../visits/visit-log.ts'
import { OfflineBar } from './offline-bar.tsx'
import { PendingBar } from './pending-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The layout of every page. */
export function SiteShell() {
  const main = useRef<HTMLElement>(null)
  const announcement = useRouteChange(main)
  useSessionRefresh()
  useVisitLog()
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
    document.dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <div className="site-shell flex min-h-dvh flex-col">
      <a href="#main" className="site-skip-link">
        Skip to content
      </a>
      <PendingBar />
      <SiteHeader />
      <OfflineBar />
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
      <Toaster />
      <ScrollRestoration />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** After a navigation: focuses the new page and announces its title. */
function useRouteChange(main: { current: HTMLElement | null }) {
  const { pathname } = useLocation()
  const previousPathname = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    main.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setAnnouncement(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname, main])
  return announcement
}
