import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { openJobRunner, testKind } from '#tests/support/open-job-runner.ts'
import type { Db } from '../database/database.ts'
import { dayMs, minuteMs } from '../durations.ts'
import { claimJob } from './claim-queries.ts'
import { type JobKind, PermanentJobError } from './job-kind.ts'
import { countJobs, deleteFinishedJobs, retryFailedJobs } from './job-queries.ts'

describe.each(engines)('job queries on %s', (engine) => {
  it('has one row for each kind and cause', async () => {
    const { enqueue, rows } = await openJobRunner(engine)
    expect(await enqueue({ kind: 'greet', cause: 'ada' })).toBe(true)
    expect(await enqueue({ kind: 'greet', cause: 'ada' })).toBe(false)
    expect(await enqueue({ kind: 'greet', cause: 'bob' })).toBe(true)
    expect(await rows()).toHaveLength(2)
  })

  it('reads a few index entries to find what is due, whatever else there is', async () => {
    const { db, enqueue, clock } = await openJobRunner(engine)
    const isSqlite = db.dialect === 'sqlite'
    await db.script(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9000)
      INSERT INTO jobs (kind, cause, payload, state, run_at, created_at, finished_at)
      SELECT 'digest', n, '{}', CASE WHEN n < 8000 THEN 'done' ELSE 'waiting' END, 0, 0, 0 FROM numbers;
      ${isSqlite ? '' : 'ANALYZE'}`)
    await enqueue({ kind: 'code' })
    const plans: string[] = []
    const explain = isSqlite ? sql`EXPLAIN QUERY PLAN ` : sql`EXPLAIN `
    const explained: Db = {
      ...db,
      all: async (query) => {
        const rows = await db.all<Record<string, unknown>>(sql`${explain}${query as Sql}`)
        plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n'))
        return db.all(query)
      },
    }
    const options = { now: clock.now, claimMs: 1, except: new Set<number>() }
    const kinds = [['code'], ['digest']]
    expect(await claimJob(explained, kinds, options)).toMatchObject({ kind: 'code' })
    expect(plans).toHaveLength(1)
    const seeks = isSqlite
      ? /USING (COVERING )?INDEX jobs_waiting \(kind=\? AND run_at<\?\)/g
      : /Index (Only )?Scan using jobs_waiting on jobs[^\n]*\n\s*Index Cond: \(\(kind = [^\n]*run_at/g
    expect(plans[0]?.match(seeks), plans[0]).toHaveLength(2)
    expect(plans[0]).toContain('jobs_running')
    await countJobs(explained, clock.now)
    expect(plans[1]).toContain('jobs_failed')
    expect(plans.join()).not.toMatch(/Seq Scan on jobs|SCAN jobs(?! USING (COVERING )?INDEX jobs_)/)
  })

  it('is deleted with its student', async () => {
    const { db, enqueue, rows } = await openJobRunner(engine)
    const user = await db.get<{ id: number }>(sql`
      INSERT INTO users (first_name, last_name, email, password_hash, created_at)
      VALUES ('Ada', 'L', ${at('ada')}, '', 0) RETURNING id`)
    await enqueue({ kind: 'greet', studentId: Number(user?.id) })
    await db.run(sql`DELETE FROM users`)
    expect(await rows()).toEqual([])
  })

  it('waits again when an operator retries what failed, unless it is erased or expired', async () => {
    const { db, start, enqueue, rows, clock } = await openJobRunner(engine)
    const isSecret = { delivery: 'at-most-once', name: 'secret' } as const
    await enqueue({ kind: 'greet', cause: 'ada' })
    await enqueue({ kind: 'greet', cause: 'bob' })
    await enqueue({ kind: 'greet', cause: 'expiring', expiresAt: clock.now + 1 })
    await enqueue({ kind: 'secret' })
    const run = () => Promise.reject(new PermanentJobError('refused'))
    await start([testKind(run), testKind(run, isSecret)]).runDue()
    clock.now += 1
    const [ada, , , secret] = await rows()
    expect(await retryFailedJobs(db, clock.now, secret?.id)).toBe(0)
    expect(await retryFailedJobs(db, clock.now, ada?.id)).toBe(1)
    expect(await rows()).toMatchObject([
      { state: 'waiting', run_at: clock.now, attempts: 0, error: null, finished_at: null },
      ...Array(3).fill({ state: 'failed' }),
    ])
    expect(await retryFailedJobs(db, clock.now)).toBe(1)
    expect(await retryFailedJobs(db, clock.now)).toBe(0)
  })

  it('counts as waiting after a failed attempt, which an operator can hurry', async () => {
    const { db, start, enqueue, rows, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet', cause: 'ada' })
    await enqueue({ kind: 'greet', cause: 'bob' })
    await enqueue({ kind: 'greet', cause: 'later', runAt: clock.now + dayMs })
    const run = () => Promise.reject(new Error('connection refused'))
    const retryDelaysMs = [minuteMs, dayMs]
    const attempt = async () => {
      const runner = start([testKind(run, { retryDelaysMs })])
      await runner.runDue()
      await runner.stop()
    }
    await attempt()
    const waiting = { kind: 'greet', state: 'waiting', count: 2 }
    expect(await countJobs(db, clock.now)).toEqual([waiting])
    clock.now += minuteMs
    await attempt()
    expect(await countJobs(db, clock.now)).toEqual([waiting])
    const [ada] = await rows()
    expect(await retryFailedJobs(db, clock.now, ada?.id)).toBe(1)
    expect(await retryFailedJobs(db, clock.now)).toBe(1)
    expect(await rows()).toMatchObject([
      { run_at: clock.now, attempts: 0, error: null },
      { run_at: clock.now, attempts: 0, error: null },
      { cause: 'later', run_at: clock.now - minuteMs + dayMs },
    ])
    expect(await countJobs(db, clock.now)).toEqual([waiting])
  })

  it('forgets what is done after a month and what failed after three', async () => {
    const { db, start, enqueue, rows, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet', cause: 'ada' })
    await enqueue({ kind: 'greet', cause: 'bob' })
    const run: JobKind['run'] = async ({ cause }) => {
      if (cause === 'bob') throw new PermanentJobError('refused')
    }
    await start([testKind(run)]).runDue()
    await deleteFinishedJobs(db, clock.now + 30 * dayMs - 1)
    expect(await rows()).toHaveLength(2)
    await deleteFinishedJobs(db, clock.now + 30 * dayMs)
    expect(await rows()).toMatchObject([{ cause: 'bob' }])
    await deleteFinishedJobs(db, clock.now + 90 * dayMs)
    expect(await rows()).toEqual([])
  })
})
