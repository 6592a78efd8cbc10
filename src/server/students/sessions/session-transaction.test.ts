import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, minuteMs, secondMs } from '../../durations.ts'
import { sessionParts } from '../../wiring.ts'
import { lockUser } from '../user-queries.ts'
import {
  createSessionFinder,
  deleteSession,
  deleteUserSession,
  deleteUserSessions,
} from './session-queries.ts'
import { expiresAt, getSessionState } from './session-state.ts'
import {
  formatToken,
  generateSecret,
  generateSelector,
  hashToken,
  parseToken,
} from './session-token.ts'
import { accountTransaction, lockLiveSession } from './session-transaction.ts'
import { refreshSession, startSession } from './sessions.ts'

const waitingQueries = sql`
  SELECT 1 AS found FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`

const countSessions = async (db: Db) => (await db.all(sql`SELECT * FROM sessions`)).length

const requestOf = (id: number, selectorHash: string) => ({ user: { id }, selectorHash })

const findSession = createSessionFinder(sessionParts.columns)

describe.each(engines)('a transaction of a session on %s', (engine) => {
  async function openSession() {
    const db = await openTestDatabase(engine)
    const { id } = await insertTestUser(db)
    const { token } = await startSession(db, { studentId: id, device: null, now: 0 })
    return { db, studentId: id, token, selectorHash: hashToken(token.selector) }
  }

  /** Begins a transaction that has checked the session and commits when the test tells it to. */
  async function openTransaction<Result>(
    db: Db,
    selectorHash: string,
    work: (tx: Db) => Promise<Result>,
  ) {
    const checked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const committed = db.transaction(async (tx) => {
      await lockLiveSession(tx, { selectorHash })
      checked.resolve()
      await released.promise
      return work(tx)
    })
    await checked.promise
    return { commit: released.resolve, committed }
  }

  it('is refused once the session has ended, and without one', async () => {
    const { db, selectorHash } = await openSession()
    await db.transaction((tx) => lockLiveSession(tx, { selectorHash }))
    await deleteSession(db, selectorHash)
    for (const ended of [selectorHash, null]) {
      const check = db.transaction((tx) => lockLiveSession(tx, { selectorHash: ended }))
      await expect(check).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })

  it('makes a logout wait for its commit', async () => {
    const { db, selectorHash } = await openSession()
    const { commit, committed } = await openTransaction(db, selectorHash, countSessions)
    let hasLoggedOut = false
    const logout = deleteSession(db, selectorHash).then(() => {
      hasLoggedOut = true
    })
    if (engine === 'postgres') {
      await expect
        .poll(async () => hasLoggedOut || (await db.all(waitingQueries)).length > 0)
        .toBe(true)
    }
    expect(hasLoggedOut).toBe(false)
    commit()
    expect(await committed).toBe(1)
    await logout
    expect(await countSessions(db)).toBe(0)
  })

  it('does not deadlock with a new password', async () => {
    const { db, studentId, selectorHash } = await openSession()
    const events: string[] = []
    const { commit, committed } = await openTransaction(db, selectorHash, async (tx) => {
      await insertTestListing(tx, studentId)
      events.push('posted')
    })
    const reset = db.transaction(async (tx) => {
      events.push('resetting')
      await lockUser(tx, studentId)
      await deleteUserSessions(tx, studentId)
    })
    if (engine === 'postgres') {
      await expect.poll(async () => (await db.all(waitingQueries)).length).toBe(1)
    }
    commit()
    await Promise.all([committed, reset])
    // If there were a deadlock, its victim would run again and add another event.
    expect(events.toSorted()).toEqual(['posted', 'resetting'])
  })

  it('of an account that ends the other session does not deadlock with that one', async () => {
    const { db, studentId, selectorHash } = await openSession()
    const other = await startSession(db, { studentId, device: null, now: 0 })
    const otherHash = hashToken(other.token.selector)
    const released = Promise.withResolvers<void>()
    const events: string[] = []
    const endOther = (own: string, ended: string) =>
      accountTransaction(db, requestOf(studentId, own), async (tx) => {
        events.push('ending')
        await released.promise
        await deleteUserSession(tx, { studentId, selectorHash: ended })
      })
    const both = [endOther(selectorHash, otherHash), endOther(otherHash, selectorHash)]
    if (engine === 'postgres') {
      await expect.poll(async () => (await db.all(waitingQueries)).length).toBe(1)
    }
    released.resolve()
    const results = await Promise.allSettled(both)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(events).toHaveLength(1)
  })

  it('goes on with a token that was rotated meanwhile', async () => {
    const { db, token, selectorHash } = await openSession()
    const { commit, committed } = await openTransaction(db, selectorHash, countSessions)
    const refresh = refreshSession({ db, findSession }, token, 1)
    // On SQLite, every write waits for the transaction. On PostgreSQL, a refresh must not wait.
    if (engine === 'postgres') expect(await refresh).toMatchObject({ cookie: expect.anything() })
    commit()
    expect(await committed).toBe(1)
    expect(await refresh).toMatchObject({ cookie: expect.anything() })
    await db.transaction((tx) => lockLiveSession(tx, { selectorHash }))
  })

  it('of a refresh that a logout overtakes returns no user', async () => {
    const { db, token, selectorHash } = await openSession()
    const overtaken: Db = {
      ...db,
      run: async (query) => {
        if (query.text.includes('UPDATE sessions')) await deleteSession(db, selectorHash)
        return db.run(query)
      },
    }
    expect(await refreshSession({ db: overtaken, findSession }, token, 1)).toBeNull()
  })
})

const rotated = {
  createdAt: 0,
  refreshedAt: 0,
  rotatedAt: 0,
  secretHash: 'new',
  previousSecretHash: 'old',
  successorUsed: true,
}

describe('getSessionState', () => {
  it.each([
    ['the newest secret', rotated, 'new', minuteMs, 'current'],
    ['the previous secret, within ten seconds', rotated, 'old', 10 * secondMs, 'previous'],
    ['the previous secret, later', rotated, 'old', 10 * secondMs + 1, 'replayed'],
    [
      'the previous secret, later, successor unused',
      { ...rotated, successorUsed: false },
      'old',
      dayMs,
      'previous',
    ],
    ['an older secret', rotated, 'older', 1, 'replayed'],
    [
      'an older secret, successor unused',
      { ...rotated, successorUsed: false },
      'older',
      1,
      'replayed',
    ],
    [
      'any other secret while there is no previous one',
      { ...rotated, previousSecretHash: null },
      'x',
      1,
      'replayed',
    ],
    ['the newest secret just before two idle weeks', rotated, 'new', 14 * dayMs - 1, 'current'],
    ['the newest secret after two idle weeks', rotated, 'new', 14 * dayMs, 'expired'],
    [
      'the newest secret after ninety days, however recently refreshed',
      { ...rotated, refreshedAt: 90 * dayMs - 1 },
      'new',
      90 * dayMs,
      'expired',
    ],
  ])('%s', (_case, session, secret, now, state) => {
    expect(getSessionState(session, secret, now)).toBe(state)
  })
})

it('expiresAt is at most ninety days after creation', () => {
  expect(expiresAt({ createdAt: 0, refreshedAt: dayMs })).toBe(15 * dayMs)
  expect(expiresAt({ createdAt: 0, refreshedAt: 80 * dayMs })).toBe(90 * dayMs)
})

it('parses what formatToken returns', () => {
  const token = { selector: generateSelector(), secret: generateSecret() }
  expect(parseToken(formatToken(token))).toEqual(token)
})

it.each([
  undefined,
  '',
  '.',
  'abc',
  'a.b',
  `${generateSelector()}.`,
  `${generateSelector()}.${generateSecret()}x`,
])('returns null for %s', (cookie) => {
  expect(parseToken(cookie)).toBeNull()
})
