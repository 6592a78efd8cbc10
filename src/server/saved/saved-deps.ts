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

/** A 429 whose Retry-After is a day. Waiting does not help: the student has to delete something to make room. */
export const tooManySaved = (message: string, now: number) =>
  tooMany(message, { until: now + dayMs, now })
