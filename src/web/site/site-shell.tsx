import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSessionRefresh } from '../accounts/use-session-refresh.ts'
import { useLocation } from '../navigation/router.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { useVisitLog } from '../visits/visit-log.ts'
import { OfflineBar } from './offline-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The layout of every page. */
export function SiteShell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const announcement = useRouteChange(main)
  useSessionRefresh()
  useVisitLog()
  useEffect(() => {
    // Browser tests wait for it before they click.
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  return (
    <div className="site-shell flex min-h-dvh flex-col">
      <a href="#main" className="site-skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <OfflineBar />
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
      <Toaster />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** After a navigation: scrolls to the top, focuses the new page and announces its title. */
function useRouteChange(main: { current: HTMLElement | null }) {
  const { pathname, hash, navigationType } = useLocation()
  const previousPathname = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    if (!hash && navigationType !== 'POP') window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setAnnouncement(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname, hash, navigationType, main])
  return announcement
}
