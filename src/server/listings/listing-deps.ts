import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { IsOwnOrigin } from '../http/own-origin.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { Policies } from '../policies.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import type { ListingHooks, ListingParts } from './listing-hooks.ts'
import type { ListingQuotas } from './posting/listing-quotas.ts'

export interface ListingDeps {
  config: Pick<Config, 'APP_URL' | 'PHOTO_URL' | 'VERIFY_EMAIL' | 'isTryOut'>
  policies: Policies
  db: Db
  responseCache: ResponseCache
  isOwnOrigin: IsOwnOrigin
  quotas: ListingQuotas
  hooks: ListingHooks
  parts: ListingParts
  /** Woken after a commit that has queued mails. */
  jobs: Pick<JobRunner, 'wake'>
  now: () => number
}
