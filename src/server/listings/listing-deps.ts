import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { IsOwnOrigin } from '../http/own-origin.ts'
import type { Policies } from '../policies.ts'
import type { CategoryVersions } from '../response-cache/category-versions.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'

export interface ListingDeps {
  config: Pick<Config, 'PHOTO_URL'>
  policies: Policies
  db: Db
  versions: CategoryVersions
  responseCache: ResponseCache
  isOwnOrigin: IsOwnOrigin
  now: () => number
}
