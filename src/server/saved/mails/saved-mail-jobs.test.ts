import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { morning, noon, openSavedMailSite } from '#tests/support/saved-mail-site.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs } from '../../durations.ts'
import type * as listCriteria from '../../listings/search/list-criteria.ts'
import { findMatchedStudents } from './find-matched-students.ts'
import { findNotMailed, insertMailed, readNewListings } from './new-listings.ts'
import { queueSavedMail } from './queue-saved-mail.ts'

const quarterMs = 15 * minuteMs
const { signal } = new AbortController()
const job = { id: 1, cause: '', payload: {} as never, attempts: 1, createdAt: 0, signal }

/** Whether searches for "broken" fail, as if the matcher had a bug. */
const faults = vi.hoisted(() => ({ isOn: false }))
vi.mock(import('../../listings/search/list-criteria.ts'), async (importOriginal) => {
  const original = await importOriginal()
  const toListCriteria: typeof listCriteria.toListCriteria = (category, query) => {
    if (faults.isOn && query.q === 'broken') throw new Error('cannot be matched')
    return original.toListCriteria(category, query)
  }
  return { ...original, toListCriteria }
})

describe.each(engines)('mails about saved searches on %s', (engine) => {
  it('leave a search alone that became daily during the run, with more that is new to it', async () => {
    const { db, ada, addStudent, save, post, setFrequency, run, sent, clock } =
      await openSavedMailSite(engine)
    const carl = await addStudent(at('carl', 1, 1))
    const lampId = await save('q=lamp', 'soon')
    const deskId = await save('q=desk', 'soon')
    await post({ title: 'First lamp' })
    await post({ title: 'Desk' })
    await save('', 'daily', { student: carl })
    await post({ title: 'Second lamp' })
    const newListings = await readNewListings(db, 'daily', clock.now)
    for (const id of [lampId, deskId]) await setFrequency(id, 'daily')
    const studentIds = await findMatchedStudents(db, 'daily', newListings, {
      now: clock.now,
      signal,
    })
    expect([...studentIds]).toEqual([carl.id])
    const options = { frequency: 'daily', verifyEmail: true } as const
    await db.transaction((tx) =>
      queueSavedMail(tx, { studentId: ada.id, newListings }, options, clock.now),
    )
    expect(await run(morning)).toBe(2)
    const { subject, text } = sent.find(({ to }) => to === ada.email) ?? {}
    expect(subject).toBe('3 new listings')
    expect(text).toMatch(/Second lamp[\s\S]*First lamp[\s\S]*Desk/)
  })

  it('let requests through while searches take long', async () => {
    const { db, save, post, clock, addStudent } = await openSavedMailSite(engine)
    const student = await addStudent(at('carl', 1, 1))
    for (const query of ['q=a', 'q=b', 'q=c', 'q=d']) await save(query, 'daily', { student })
    await post()
    const newListings = new Map(await readNewListings(db, 'daily', clock.now))
    const real = newListings.get('misc')
    if (!real) throw new Error('Nothing is new.')
    let turns = 0
    const turnsAtMatch: number[] = []
    const match = () => {
      turnsAtMatch.push(turns)
      setImmediate(() => turns++)
      for (const end = performance.now() + 25; performance.now() < end; );
      return []
    }
    newListings.set('misc', { ...real, match })
    await findMatchedStudents(db, 'daily', newListings, { now: clock.now, signal })
    expect(turnsAtMatch).toEqual([0, 1, 2, 3])
  })

  it('go on for others when the search of one fails, and for that one once it works', async () => {
    const { db, addStudent, save, post, run, sent, findQueued } = await openSavedMailSite(engine)
    const carl = await addStudent(at('carl', 1, 1))
    const dora = await addStudent(at('dora', 1, 1))
    await save('q=lamp', 'soon')
    await save('q=broken', 'soon')
    await save('', 'soon', { student: carl })
    await save('q=desk', 'soon', { student: dora })
    const id = await post({ title: 'Broken lamp' })
    faults.isOn = true
    expect(await run(noon + quarterMs)).toBe(1)
    expect(sent[0]?.to).toBe(carl.email)
    expect(await findQueued()).toHaveLength(1)
    const job = await db.get<{ error: string }>(sql`
      SELECT error FROM jobs WHERE kind = 'saved-mails-soon'`)
    expect(job?.error).toBe('1 of 2 failed: cannot be matched')
    faults.isOn = false
    expect(await run(noon + 2 * quarterMs)).toBe(2)
    expect(sent[1]?.text).toContain(`/misc/${id}\n`)
  })

  it('go on with a search that makes no sense any more', async () => {
    const { save, post, run, ada, db, logged } = await openSavedMailSite(engine)
    await save('', 'soon')
    await db.run(sql`
      UPDATE saved_searches SET query = 'type=%00&max_price=cheap&cursor=none'
      WHERE user_id = ${ada.id}`)
    await post()
    expect(await run(noon + quarterMs)).toBe(1)
    expect(JSON.stringify(logged)).not.toContain('failed')
  })

  it('read any number of listings', async () => {
    const { db, ada, post } = await openSavedMailSite(engine)
    const id = await post()
    const listingIds = Array.from({ length: 70_000 }, (_, index) => id + index)
    expect(await findNotMailed(db, ada.id, listingIds)).toMatchObject([{ id }])
    await db.transaction((tx) => insertMailed(tx, { studentId: ada.id, listingIds, now: 1 }))
    expect(await findNotMailed(db, ada.id, listingIds)).toEqual([])
  })

  it('are as many when several processes look at once', async () => {
    const site = await openSavedMailSite(engine)
    const { save, post, db, addStudent, kinds, clock } = site
    for (let number = 0; number < 5; number++) {
      await save('', 'soon', { student: await addStudent(at(`student${number}`, 1, 1)) })
    }
    await post()
    const now = () => clock.now
    await Promise.all([1, 2, 3].map(() => kinds[0]?.run({ ...job, db, now })))
    expect(await site.findQueued()).toHaveLength(5)
  })

  it('are sent by the next process after one has died with them written', async () => {
    const site = await openSavedMailSite(engine)
    const { save, post, run, kinds, clock, db, sent } = site
    await save('', 'soon')
    await post()
    // The transaction is committed, but the process dies before the job is finished.
    clock.now = noon + quarterMs
    await kinds[0]?.run({ ...job, db, now: () => clock.now })
    expect(sent).toEqual([])
    expect(await run()).toBe(1)
    expect(await site.findQueued()).toHaveLength(1)
  })
})

// These tests need row locks, which SQLite does not have.
describe('mails about saved searches on postgres', () => {
  it('are written when a student changes searches in another order at the same time', async () => {
    const { db, save, post, kinds, clock } = await openSavedMailSite('postgres')
    const [zebra, apple] = [await save('q=zebra'), await save('q=apple')]
    await post()
    const [isLocked, isAwaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const touch = (tx: Db, id: number) =>
      tx.run(sql`UPDATE saved_searches SET wanted_at = ${noon} WHERE id = ${id}`)
    const change = db.transaction(async (tx) => {
      await touch(tx, apple)
      isLocked.resolve()
      await isAwaited.promise
      await touch(tx, zebra)
    })
    await isLocked.promise
    clock.now = morning
    const run = kinds[1]?.run({ ...job, db, now: () => clock.now })
    await expect
      .poll(() =>
        db.all(sql`
          SELECT 1 AS is_waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`),
      )
      .toHaveLength(1)
    isAwaited.resolve()
    await Promise.all([change, run])
    const searches = await db.all<{ seen_rank: number }>(sql`SELECT seen_rank FROM saved_searches`)
    expect(searches.every(({ seen_rank }) => seen_rank > 0)).toBe(true)
  })
})
