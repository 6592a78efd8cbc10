import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { tooMany } from '../errors.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'

export interface SavedDeps {
  config: Pick<Config, 'APP_URL' | 'PHOTO_URL'>
  db: Db
  rateLimiter: RateLimiter
  now: () => number
}

/** 429. Room is made by the student, not by time: what tries again by itself waits a day. */
export const noRoom = (message: string, now: number) =>
  tooMany(message, { until: now + dayMs, now })
