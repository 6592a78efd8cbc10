import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListingIn } from '#tests/support/moderation-rows.ts'
import { dayMs } from '../durations.ts'
import { writeLog } from './moderation-log.ts'
import { putBack, takeDown } from './take-down.ts'

const soldAt = Date.UTC(2026, 10, 15, 12)

describe.each(engines)('a listing that was taken down on %s', (engine) => {
  it('is put back as what it was before the first time, since when it was that', async () => {
    const db = await openTestDatabase(engine)
    await insertTestUser(db, at('ada'))
    const listing = {
      category: 'misc' as const,
      id: await insertTestListingIn(db, 1, { category: 'misc', status: 'sold' }),
    }
    await db.run(sql`UPDATE listings SET status_changed_at = ${soldAt}`)
    const read = () =>
      db.get(sql`SELECT status, status_changed_at, status_before, takedown_id FROM listings`)
    const entry = { actorId: null, studentId: 1, listing }
    const hide = await writeLog(db, { ...entry, action: 'hide' }, soldAt)
    const remove = await writeLog(db, { ...entry, action: 'remove' }, soldAt)
    await db.transaction(async (tx) => {
      await takeDown(tx, listing, { status: 'hidden', logId: hide, now: soldAt + dayMs })
      await takeDown(tx, listing, { status: 'removed', logId: remove, now: soldAt + 2 * dayMs })
    })
    expect(await read()).toEqual({
      ...{ status: 'removed', status_changed_at: soldAt + 2 * dayMs },
      ...{ status_before: 'sold', takedown_id: remove },
    })
    // The second run shows that a listing that is not taken down does not change.
    for (const days of [20, 40]) {
      await db.transaction((tx) => putBack(tx, listing, soldAt + days * dayMs))
      expect(await read()).toEqual({
        ...{ status: 'sold', status_changed_at: soldAt },
        ...{ status_before: null, takedown_id: null },
      })
    }
  })
})
