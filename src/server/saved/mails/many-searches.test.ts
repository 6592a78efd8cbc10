import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { countTurns } from '#tests/support/count-turns.ts'
import { engines } from '#tests/support/databases.ts'
import { insertSearches } from '#tests/support/insert-searches.ts'
import { openSavedMailSite } from '#tests/support/saved-mail-site.ts'
import { dayMs } from '../../durations.ts'
import { findMatchedStudents } from './find-matched-students.ts'
import { readNewListings } from './new-listings.ts'
import { findStudentsToPause } from './queue-saved-mail.ts'

const { signal } = new AbortController()

describe.each(engines)('2,500 saved searches on %s', (engine) => {
  it('are read in slices to find the listings that are new to one of them', async () => {
    const { db, post, clock } = await openSavedMailSite(engine)
    await post()
    await insertSearches(db, 2_500)
    const turns = countTurns()
    const newListings = await readNewListings(db, 'daily', clock.now)
    expect(turns()).toBeGreaterThanOrEqual(3)
    // The last search has seen nothing.
    expect(newListings.get('misc')?.fromRank).toBe(0)
  })

  it('are passed until the one that an interrupted run left', async () => {
    const { db, post, clock } = await openSavedMailSite(engine)
    await post()
    await insertSearches(db, 2_500)
    const newListings = await readNewListings(db, 'daily', clock.now)
    await db.run(sql`
      UPDATE saved_searches SET seen_rank = 1 WHERE id < (SELECT max(id) FROM saved_searches)`)
    const found = await findMatchedStudents(db, 'daily', newListings, { now: clock.now, signal })
    const last = await db.get<{ id: number }>(sql`SELECT max(user_id) AS id FROM saved_searches`)
    expect([...found]).toEqual([last?.id])
  })

  it('are paused together, however many were wanted at the same time', async () => {
    const { db } = await openSavedMailSite(engine)
    await insertSearches(db, 2_500)
    const turns = countTurns()
    const found = await findStudentsToPause(db, 120 * dayMs + 1_249)
    expect(turns()).toBeGreaterThanOrEqual(12)
    // The last search was wanted one millisecond too late.
    expect(found.size).toBe(2_499)
  })
})
