import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react'
import { campusIsoDate } from '#format/campus-date.ts'

/** The campus date as YYYY-MM-DD. */
export const Today = createContext('')

const readClock = () => campusIsoDate(Date.now())

const checkMs = 60_000

/** Reads the clock now and then. A phone stops timers while the page is hidden. */
function onNewDay(check: () => void) {
  const timer = setInterval(check, checkMs)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

/**
 * Provides the campus date. Hydration uses the document's date, which may be yesterday's. After it, the clock counts. One
 * component reads the clock for all, because every card shows a date.
 */
export function TodayProvider({
  renderedOn,
  children,
}: {
  /** The campus date that the document was rendered on. */
  renderedOn: string
  children: ReactNode
}) {
  const today = useSyncExternalStore(onNewDay, readClock, () => renderedOn)
  return createElement(Today, { value: today }, children)
}

export const useToday = (): string => useContext(Today)
