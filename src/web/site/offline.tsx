import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { OfflineIllustration } from '../ui/illustrations/offline.tsx'
import { hasServiceWorker } from '../ui/load-code.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Says that a page needs a connection, and what can be read without one. */
export function Offline() {
  const { isLoggedIn } = useSession()
  const keepsData = useHydrated() && hasServiceWorker()
  return (
    <EmptyState illustration={<OfflineIllustration />} title="You're offline" titleAs="h1">
      This page will load when you reconnect.
      {isLoggedIn && keepsData && (
        <>
          {' Until then, you can read your '}
          <Link to={pagePaths.saved} className="link">
            saved listings
          </Link>
          {' and the '}
          <Link to={pagePaths.messages} className="link">
            conversations
          </Link>
          {' you have opened.'}
        </>
      )}
    </EmptyState>
  )
}
