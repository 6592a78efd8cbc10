import { campus } from './campus.ts'

/** From a time on, clocks are this many milliseconds ahead of UTC. Entries are in order of time. */
export type ZoneOffsets = readonly (readonly [fromMs: number, aheadMs: number])[]

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Returns the city of the campus's time zone: "Toronto" for America/Toronto. */
export const campusZoneName = (): string =>
  (campus.timeZone.split('/').at(-1) ?? campus.timeZone).replaceAll('_', ' ')

let known: { timeZone: string; offsets: ZoneOffsets } | undefined

/** Returns the clock changes of the campus. Servers ask Intl once; pages get them with `setZoneOffsets`. */
export function zoneOffsets(): ZoneOffsets {
  const { timeZone } = campus
  if (known?.timeZone !== timeZone) {
    known = { timeZone, offsets: computeZoneOffsets(timeZone, 2000, 2050) }
  }
  return known.offsets
}

/** Sets the clock changes of the current campus, because a phone takes long to load its time zone data. */
export function setZoneOffsets(offsets: ZoneOffsets): void {
  known = { timeZone: campus.timeZone, offsets }
}

/** Returns the clock changes of these years. Before and after them, the nearest offset holds. */
export function computeZoneOffsets(
  timeZone: string,
  firstYear: number,
  lastYear: number,
): ZoneOffsets {
  const offsetAt = createOffsetReader(timeZone)
  const end = Date.UTC(lastYear + 1, 0, 1)
  let time = Date.UTC(firstYear, 0, 1)
  const offsets: [number, number][] = [[time, offsetAt(time)]]
  while (time < end) {
    // Clocks do not change twice within ten days.
    const next = time + 10 * dayMs
    const offset = offsetAt(next)
    if (offset !== offsets.at(-1)?.[1]) offsets.push([findChange(offsetAt, time, next), offset])
    time = next
  }
  return offsets
}

/** Returns the minute between two times at which the offset changes. */
function findChange(offsetAt: (timeMs: number) => number, before: number, after: number): number {
  const offset = offsetAt(before)
  let [low, high] = [before / minuteMs, after / minuteMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * minuteMs) === offset) low = middle
    else high = middle
  }
  return high * minuteMs
}

function createOffsetReader(timeZone: string): (timeMs: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'longOffset' })
  return (timeMs) => {
    const name = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value
    // The name is "GMT-05:00", or "GMT" alone.
    const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs
  }
}
