import { type ReactNode, useEffect } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { OfflineIllustration } from '../ui/illustrations/offline.tsx'
import { hasServiceWorker } from '../ui/load-code.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { missingPages } from './offline-bar.tsx'

interface OfflineProps {
  /** The button for a device that has a connection, so that only the site cannot be reached. Without one, the page waits. */
  retryButton?: ReactNode
}

/** Says that a page needs a connection, and what can be read without one. */
export function Offline({ retryButton }: OfflineProps) {
  const { isLoggedIn } = useSession()
  useEffect(() => {
    missingPages.set(missingPages.get() + 1)
    return () => missingPages.set(missingPages.get() - 1)
  }, [])
  const keepsData = useHydrated() && hasServiceWorker()
  return (
    <EmptyState
      illustration={<OfflineIllustration />}
      title={retryButton ? "We can't reach the site" : "You're offline"}
      titleAs="h1"
      action={retryButton}
    >
      {retryButton
        ? 'Check your connection and try again.'
        : 'This page will load when you reconnect.'}
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
