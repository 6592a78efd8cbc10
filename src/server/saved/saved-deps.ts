import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'

export interface SavedDeps {
  config: Pick<Config, 'APP_URL' | 'PHOTO_URL'>
  db: Db
  rateLimiter: RateLimiter
  now: () => number
}
