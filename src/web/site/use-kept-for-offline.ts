import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../session/session.tsx'

/** How long a page is left alone before the service worker stores something. */
const delayMs = 3000

/**
 * Keeps what a student can read without a network. Visitors, whose first visit must cost nothing, get no service worker unless
 * they have installed the site.
 */
export function useKeptForOffline() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const studentId = user?.id
  useEffect(() => {
    const isWanted = studentId !== undefined || matchMedia('(display-mode: standalone)').matches
    // Browsers have no service worker over plain http. The development server has none either.
    if (!isWanted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const start = () =>
      import('./keep-offline.ts')
        .then(({ keepForOffline }) => keepForOffline(queryClient))
        // The site works without it. The next page tries again.
        .catch(() => undefined)
    const timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) requestIdleCallback(start)
      else start()
    }, delayMs)
    return () => clearTimeout(timer)
  }, [queryClient, studentId])
}
