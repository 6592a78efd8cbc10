import type { FastifyBaseLogger } from 'fastify'
import type { PlaceholderConfig } from '../campus/placeholders.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Policies } from '../policies.ts'

export interface ModerationDeps {
  config: Pick<Config, 'APP_URL' | 'PHOTO_URL' | 'VERIFY_EMAIL' | 'S3_URL' | 'BACKUP_S3_URL'> &
    PlaceholderConfig
  policies: Policies
  db: Db
  rateLimiter: RateLimiter
  /** Wake the runner after a commit that has queued emails. */
  jobs: Pick<JobRunner, 'wake'>
  /** Returns when the daily job made its newest backup, or null. */
  readLastBackup: () => Promise<number | null>
  now: () => number
  log: FastifyBaseLogger
}
