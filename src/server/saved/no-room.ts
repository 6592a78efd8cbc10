import { dayMs } from '../durations.ts'
import { tooMany } from '../errors.ts'

/** 429. Room is made by the student, not by time: what tries again by itself waits a day. */
export const noRoom = (message: string, now: number) =>
  tooMany(message, { until: now + dayMs, now })
