import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Policies } from '../policies.ts'

export interface ModerationDeps {
  config: Pick<Config, 'APP_URL' | 'PHOTO_URL' | 'VERIFY_EMAIL'>
  policies: Policies
  db: Db
  rateLimiter: RateLimiter
  /** Wake the runner after a commit that has queued emails. */
  jobs: Pick<JobRunner, 'wake'>
  now: () => number
  log: FastifyBaseLogger
}
