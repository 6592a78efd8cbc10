import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatClock, formatMoment } from '#format/format.ts'
import { storedAt } from '../queries/stored-at.ts'
import { useToday } from '../queries/use-today.ts'
import { createStore, useStore } from '../ui/store.ts'

/** How many notices stand in for a page that could not be loaded: at most one, but the next may come before the last goes. */
export const missingPages = createStore(0)

/** Says that there is no connection, and how old the page is, if there is one. */
export function OfflineBar() {
  const isOnline = useIsOnline()
  const lostAt = useLostAt(isOnline)
  const stored = useStore(storedAt)
  const isPageMissing = useStore(missingPages) > 0
  const shownFrom = isPageMissing ? undefined : (stored ?? lostAt)
  const today = useToday()
  return (
    <div role="status" className="sticky top-header z-30">
      {(!isOnline || stored !== undefined) && (
        <p className="bg-sun px-4 py-2 text-center text-sm">
          {isOnline ? "We can't reach the site." : "You're offline."}
          {shownFrom !== undefined &&
            ` You're seeing this page as of ${formatAsOf(shownFrom, today)}.`}
        </p>
      )}
    </div>
  )
}

/** Returns the time for today, and otherwise the day, too. */
export function formatAsOf(time: number, today: string): string {
  const iso = new Date(time).toISOString()
  return campusIsoDate(time) === today ? formatClock(iso) : formatMoment(iso, today)
}

/** Returns since when there is no connection. A page that was opened without one has only stored data. */
function useLostAt(isOnline: boolean): number | undefined {
  const [lostAt, setLostAt] = useState<number>()
  useEffect(() => setLostAt(isOnline ? undefined : Date.now()), [isOnline])
  return lostAt
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)

/** Returns whether the browser reports a network connection. On the server it is true. */
export const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
