import type { SampleOf } from '../demo-listing.ts'

/** The weekdays in the order of `Date.getDay`. */
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** The first such weekday that is at least `inDays` days ahead. */
export interface SampleEvent {
  weekday: (typeof weekdays)[number]
  inDays: number
}

export interface ItemSample extends SampleOf<'misc'> {
  event?: SampleEvent
}
