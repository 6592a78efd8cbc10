import type { SampleOf } from '../demo-listing.ts'

/** In the order of `Date.getDay`. */
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** The first such day of the week that is at least so many days ahead. */
export interface SampleEvent {
  weekday: (typeof weekdays)[number]
  inDays: number
}

export interface ItemSample extends SampleOf<'misc'> {
  event?: SampleEvent
}
