import { type MouseEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router'
import { useUnreadPolling } from '../messages/unread-polling.ts'
import { FollowLink, Link, useFollowLink } from '../navigation/link.tsx'
import { FavouritesHost } from '../saved/favourites/favourites-host.tsx'
import { ConfirmEmailDialogHost } from '../session/confirmation/confirm-email-dialog-host.tsx'
import { IdentityDialogHost } from '../session/identity/identity-dialog-host.tsx'
import { useSessionRefresh } from '../session/session-refresh.ts'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { useVisitLog } from '../visits/visit-log.ts'
import { OfflineBar } from './offline-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const mainId = 'main'

/** The layout of every page. */
export function SiteShell() {
  const main = useRef<HTMLElement>(null)
  const announcement = useRouteChange(main)
  const followLink = useFollowLink()
  useSessionRefresh()
  useUnreadPolling()
  useVisitLog()
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
    document.dispatchEvent(new Event('hydrated'))
  }, [])
  // The browser's own jump would add a history entry without a key, which gets the first page's scroll position.
  const skipToMain = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus({ preventScroll: true })
    main.current?.scrollIntoView({ behavior: 'instant' })
  }
  return (
    <FollowLink value={followLink}>
      <FavouritesHost>
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
          <Suspense>
            <SiteFooter />
          </Suspense>
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

/**
 * After a navigation, focuses the new page, or the part of it that is new, and announces its title. Back and Forward
 * return the focus to the link that led away from the page.
 */
function useRouteChange(main: RefObject<HTMLElement | null>) {
  const { pathname, key } = useLocation()
  const isHistoryNavigation = useNavigationType() === 'POP'
  const previousPathname = useRef(pathname)
  /** The `href` of the last link pressed on each history entry, by its key. */
  const pressedLinks = useRef(new Map<string, string>())
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const rememberLink = ({ target }: Event) => {
      const href = target instanceof Element && target.closest('a')?.getAttribute('href')
      if (href) pressedLinks.current.set(key, href)
    }
    document.addEventListener('click', rememberLink, true)
    return () => document.removeEventListener('click', rememberLink, true)
  }, [key])

  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    const href = isHistoryNavigation ? pressedLinks.current.get(key) : undefined
    const part = main.current?.querySelector<HTMLElement>('[data-route-focus]')
    focusFirst(href ? linksTo(href) : [], part ?? main.current)
    const timer = setTimeout(() => setAnnouncement(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname, key, isHistoryNavigation, main])
  return announcement
}

const linksTo = (href: string) =>
  document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`)

/** Focuses the first element that takes the focus. Hidden elements do not. */
function focusFirst(elements: Iterable<HTMLElement>, fallback: HTMLElement | null) {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
  fallback?.focus({ preventScroll: true })
}
