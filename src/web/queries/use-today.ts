import { createContext, useContext, useSyncExternalStore } from 'react'
import { campusIsoDate } from '#format/campus-date.ts'

/** The campus date that the document was rendered on. */
export const RenderedOn = createContext('')

const subscribeToNothing = () => () => undefined
const readClock = () => campusIsoDate(Date.now())

/**
 * Returns the campus date as YYYY-MM-DD. Hydration uses the document's date, which may be yesterday's. After it, the clock
 * counts.
 */
export function useToday(): string {
  const renderedOn = useContext(RenderedOn)
  return useSyncExternalStore(subscribeToNothing, readClock, () => renderedOn)
}
