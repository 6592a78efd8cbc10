import { type MouseEvent, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useUnreadPolling } from '../messages/unread-polling.ts'
import { Link } from '../navigation/link.tsx'
import { FavouritesHost } from '../saved/favourites/favourites-host.tsx'
import { ConfirmEmailDialogHost } from '../session/confirmation/confirm-email-dialog-host.tsx'
import { useSessionRefresh } from '../session/session-refresh.ts'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { useVisitLog } from '../visits/visit-log.ts'
import { OfflineBar } from './offline-bar.tsx'
import { PendingBar } from './pending-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useRouteChange } from './use-route-change.ts'

const mainId = 'main'

/** The layout of every page. */
export function SiteShell() {
  const main = useRef<HTMLElement>(null)
  const announcement = useRouteChange(main)
  useSessionRefresh()
  useUnreadPolling()
  useVisitLog()
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
    document.dispatchEvent(new Event('hydrated'))
  }, [])
  // In place of the browser's own jump: its history entry has no key, and the scroll position of the first page.
  const skipToMain = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus({ preventScroll: true })
    main.current?.scrollIntoView({ behavior: 'instant' })
  }
  return (
    <div className="site-shell flex flex-col">
      <a href={`#${mainId}`} className="site-skip-link" onClick={skipToMain}>
        Skip to content
      </a>
      <PendingBar />
      <SiteHeader />
      <OfflineBar />
      <main id={mainId} ref={main} tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
      <ConfirmEmailDialogHost />
      <FavouritesHost />
      <Toaster Link={Link} />
      <ScrollRestoration />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
