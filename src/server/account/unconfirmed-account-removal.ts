import type { JobKind } from '../jobs/job-kind.ts'
import {
  findAbandonedAccounts,
  isAbandoned,
} from '../students/confirmation/unconfirmed-account-queries.ts'
import { accountRemoval, type RemovalDeps } from './account-removal.ts'

/**
 * Removes accounts that were made while VERIFY_EMAIL was on, never confirmed, and have no listing. They may have photos
 * from a time when it was off.
 */
export const unconfirmedAccountRemoval = (deps: RemovalDeps): JobKind =>
  accountRemoval(deps, {
    name: 'unconfirmed-account-removal',
    message: 'unconfirmed accounts removed',
    find: findAbandonedAccounts,
    isDue: isAbandoned,
  })
