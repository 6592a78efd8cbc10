import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { ListingHooks } from '../listings/listing-deps.ts'
import type { Policies } from '../policies.ts'

export interface MessageDeps {
  config: Pick<Config, 'APP_URL' | 'PHOTO_URL' | 'CONTACT' | 'VERIFY_EMAIL'>
  policies: Policies
  db: Db
  rateLimiter: RateLimiter
  /** What runs after the owner has changed a listing. */
  listingHooks: Pick<ListingHooks, 'ownerActed'>
  /** The job runner, which is woken after a commit that has queued emails. */
  jobs: Pick<JobRunner, 'wake'>
  now: () => number
}
