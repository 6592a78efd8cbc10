import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Policies } from '../policies.ts'

export interface MessageDeps {
  config: Pick<Config, 'PHOTO_URL' | 'CONTACT' | 'VERIFY_EMAIL'>
  policies: Policies
  db: Db
  rateLimiter: RateLimiter
  now: () => number
}
