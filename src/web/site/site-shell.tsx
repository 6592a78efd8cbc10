import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useWaitingMessages } from '../messages/sending/use-waiting-messages.ts'
import { useUnreadPolling } from '../messages/unread-polling.ts'
import { FollowLink, Link, useFollowLink } from '../navigation/link.tsx'
import { FavouritesHost } from '../saved/favourites/favourites-host.tsx'
import { ConfirmEmailDialogHost } from '../session/confirmation/confirm-email-dialog-host.tsx'
import { IdentityDialogHost } from '../session/identity/identity-dialog-host.tsx'
import { useForgetFormerStudent, useSessionRefresh } from '../session/session-refresh.ts'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { useVisitLog } from '../visits/visit-log.ts'
import { Announcements } from './announcements.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SiteTabs } from './site-tabs.tsx'
import { mainId, SkipLink } from './skip-link.tsx'
import { useKeptForOffline } from './use-kept-for-offline.ts'
import { useHydrationMark, useRouteChange } from './use-route-change.ts'

/** The layout of every page. */
export function SiteShell() {
  const main = useRef<HTMLElement>(null)
  const announcement = useRouteChange(main)
  const followLink = useFollowLink()
  useSessionRefresh()
  useForgetFormerStudent()
  useUnreadPolling()
  useWaitingMessages()
  useVisitLog()
  useKeptForOffline()
  useHydrationMark()
  return (
    <FollowLink value={followLink}>
      <FavouritesHost>
        <div className="site-shell flex flex-col">
          <SkipLink main={main} />
          <PendingBar />
          <SiteHeader />
          <Announcements mainId={mainId} />
          <OfflineBar />
          <main id={mainId} ref={main} tabIndex={-1} className="flex-1 outline-none">
            <Outlet />
          </main>
          <Suspense>
            <SiteFooter />
          </Suspense>
          <SiteTabs />
          <ConfirmEmailDialogHost />
          <IdentityDialogHost />
          <Toaster Link={Link} />
          <ScrollRestoration />
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </div>
      </FavouritesHost>
    </FollowLink>
  )
}

/** A navigation that takes less time shows no bar. */
const delayMs = 150

/** Shows that the next page is loading. */
function PendingBar() {
  const isPending = useNavigation().state !== 'idle'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isPending])
  return (
    <div role="status" className="site-pending">
      {isShown && <span className="sr-only">Loading…</span>}
    </div>
  )
}
