import { expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { findAbandonedAccounts } from './confirmation/unconfirmed-sign-ups.ts'
import { findUsersToDelete } from './restrictions/requests.ts'
import { findBannedUsers } from './restrictions/restriction-queries.ts'

// SQLite has no statistics, as in production: without them, it prefers to read all users in the order of their ids.
it.each(engines)(
  'accounts on %s that the cleanup removes are found by their index',
  async (engine) => {
    const db = await openTestDatabase(engine)
    const reads = [
      ['users_banned', findBannedUsers],
      ['users_to_delete', findUsersToDelete],
      ['users_to_confirm', findAbandonedAccounts],
    ] as const
    for (const [index, read] of reads) {
      const plan = await explain(db, (recorder) => read(recorder, 9))
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/SCAN users|Seq Scan on users|users_pkey/)
    }
  },
)
