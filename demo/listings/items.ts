import { addDays } from '#categories/days.ts'
import type { SampleOf } from '../demo-listing.ts'
import { type SampleEvent, weekdays } from './item-sample.ts'
import { outingsAndHobbies } from './misc-outings-and-hobbies.ts'
import { roomAndDesk } from './misc-room-and-desk.ts'

/** Returns the sample items. Their events are after today. */
export const items = (today: string): SampleOf<'misc'>[] =>
  [...outingsAndHobbies, ...roomAndDesk].map(({ event, body, ...item }) => ({
    ...item,
    body: { ...body, event_date: event ? eventDay(today, event) : null },
  }))

function eventDay(today: string, { weekday, inDays }: SampleEvent): string {
  const earliest = addDays(today, inDays)
  const daysLeft = (weekdays.indexOf(weekday) - new Date(earliest).getUTCDay() + 7) % 7
  return addDays(earliest, daysLeft)
}
