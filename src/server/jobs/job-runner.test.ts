import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { DatabaseUnavailable, type Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts'
import { type JobKind, PermanentJobError } from './job-kind.ts'
import {
  bringForward,
  claimJob,
  countJobs,
  deleteFinishedJobs,
  enqueueJob,
  failExpiredJobs,
  type JobRow,
} from './job-queries.ts'
import { startJobRunner } from './job-runner.ts'

describe.each(engines)('job runner on %s', (engine) => {
  async function open() {
    const db = await openTestDatabase(engine)
    const clock = { now: dayMs }
    const logged: unknown[] = []
    const log = {
      warn: (...line: unknown[]) => logged.push(line),
      error: (...line: unknown[]) => logged.push(line),
    }
    function start(
      kinds: JobKind[],
      options: { on?: Db } & Partial<Parameters<typeof startJobRunner>[0]> = {},
    ) {
      const { on = db, ...rest } = options
      const runner = startJobRunner({
        db: on,
        kinds,
        now: () => clock.now,
        log,
        // Nothing runs by itself: each test says when.
        pollMs: hourMs,
        ...rest,
      })
      onTestFinished(() => runner.stop())
      return runner
    }
    const enqueue = (job: Parameters<typeof enqueueJob>[1]) => enqueueJob(db, job, clock.now)
    const rows = () => db.all<JobRow>(sql`SELECT * FROM jobs ORDER BY id`)
    return { db, clock, logged, start, enqueue, rows }
  }

  const kind = (run: JobKind['run'], more: Partial<JobKind> = {}): JobKind => ({
    name: 'greet',
    delivery: 'at-least-once',
    run,
    ...more,
  })

  it('runs a job once and erases its payload', async () => {
    const { start, enqueue, rows } = await open()
    await enqueue({ kind: 'greet', payload: { name: 'Ada' } })
    const run = vi.fn(async () => {})
    await start([kind(run)]).runDue()
    expect(run).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ payload: { name: 'Ada' }, attempts: 1 }),
    )
    expect(await rows()).toMatchObject([{ state: 'done', finished_at: dayMs, payload: '{}' }])
  })

  it('has one row for each kind and cause', async () => {
    const { enqueue, rows } = await open()
    expect(await enqueue({ kind: 'greet', cause: 'ada' })).toBe(true)
    expect(await enqueue({ kind: 'greet', cause: 'ada' })).toBe(false)
    expect(await enqueue({ kind: 'greet', cause: 'bob' })).toBe(true)
    expect(await rows()).toHaveLength(2)
  })

  it('runs each job once across several runners', async () => {
    const { start, enqueue } = await open()
    for (let i = 0; i < 30; i++) await enqueue({ kind: 'greet', payload: i })
    const ran: unknown[] = []
    const kinds = [
      kind(async ({ payload }) => {
        ran.push(payload)
      }),
    ]
    await Promise.all([1, 2, 3].map(() => start(kinds).runDue()))
    expect(ran.sort((a, b) => Number(a) - Number(b))).toEqual([...Array(30).keys()])
  })

  it('leaves jobs for later and jobs of unknown kinds alone', async () => {
    const { start, enqueue, clock } = await open()
    await enqueue({ kind: 'greet', runAt: clock.now + 1 })
    await enqueue({ kind: 'of-a-newer-version' })
    const run = vi.fn(async () => {})
    const runner = start([kind(run)])
    await runner.runDue()
    expect(run).not.toHaveBeenCalled()
    clock.now += 1
    await runner.runDue()
    expect(run).toHaveBeenCalledOnce()
  })

  it('retries with growing delays, then fails and keeps the payload', async () => {
    const { start, enqueue, rows, clock, logged } = await open()
    await enqueue({ kind: 'greet', payload: { name: 'Ada' } })
    const runner = start([
      kind(() => Promise.reject(new Error('away')), { retryDelaysMs: [secondMs, minuteMs] }),
    ])
    await runner.runDue()
    expect(await rows()).toMatchObject([{ state: 'waiting', run_at: clock.now + secondMs }])
    clock.now += secondMs
    await runner.runDue()
    expect(await rows()).toMatchObject([{ state: 'waiting', run_at: clock.now + minuteMs }])
    clock.now += minuteMs
    await runner.runDue()
    expect(await rows()).toMatchObject([
      { state: 'failed', attempts: 3, error: 'away', payload: '{"name":"Ada"}' },
    ])
    expect(logged).toHaveLength(3)
    expect(runner.failures.get('greet')).toBe(3)
  })

  it('does not retry a permanent error', async () => {
    const { start, enqueue, rows } = await open()
    await enqueue({ kind: 'greet' })
    await start([kind(() => Promise.reject(new PermanentJobError('refused')))]).runDue()
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, error: 'refused' }])
  })

  it.each([
    ['at-least-once', 1, { state: 'done', attempts: 2 }],
    ['at-most-once', 0, { state: 'failed', error: 'interrupted' }],
  ] as const)('after a crash, %s runs %i times more', async (delivery, times, after) => {
    const { db, start, enqueue, rows, clock } = await open()
    await enqueue({ kind: 'greet' })
    await db.run(sql`UPDATE jobs SET state = 'running', attempts = 1, claimed_until = ${clock.now}`)
    const run = vi.fn(async () => {})
    await start([kind(run, { delivery })]).runDue()
    expect(run).toHaveBeenCalledTimes(times)
    expect(await rows()).toMatchObject([after])
  })

  it('leaves a job alone while its process renews the claim', async () => {
    const { db, start, enqueue, clock } = await open()
    await enqueue({ kind: 'greet' })
    await db.run(sql`UPDATE jobs SET state = 'running', claimed_until = ${clock.now + 1}`)
    const run = vi.fn(async () => {})
    await start([kind(run)]).runDue()
    expect(run).not.toHaveBeenCalled()
  })

  it('does not start an expired job', async () => {
    const { db, start, enqueue, rows, clock } = await open()
    await enqueue({ kind: 'greet', payload: { secret: 1 }, expiresAt: clock.now })
    const run = vi.fn(async () => {})
    await start([kind(run)]).runDue()
    expect(run).not.toHaveBeenCalled()
    await failExpiredJobs(db, clock.now)
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'expired', payload: 'null' }])
  })

  it('runs work on a clock at its times, whatever fails', async () => {
    const { start, rows, clock } = await open()
    const run = vi.fn(async () => {})
    const clockKind = kind(run, {
      nextRunAt: (now) => now + hourMs,
      firstRunDelayMs: minuteMs,
      retryDelaysMs: [],
    })
    const runner = start([clockKind])
    await runner.runDue()
    expect(run).not.toHaveBeenCalled()
    clock.now += minuteMs
    run.mockRejectedValueOnce(new Error('away'))
    for (let hour = 0; hour < 3; hour++) {
      await runner.runDue()
      await runner.runDue()
      expect(run).toHaveBeenCalledTimes(hour + 1)
      clock.now += hourMs
    }
    // Another process knows the clock already.
    await start([clockKind]).runDue()
    expect(run).toHaveBeenCalledTimes(4)
    expect(await rows()).toHaveLength(1)
  })

  it('brings work on a clock forward, never back', async () => {
    const { db, start, rows, clock } = await open()
    const later = clock.now + hourMs
    const runner = start([kind(async () => {}, { nextRunAt: () => later })])
    await runner.runDue()
    await bringForward(db, 'greet', later + 1)
    expect(await rows()).toMatchObject([{ run_at: later }])
    await bringForward(db, 'greet', later - 1)
    expect(await rows()).toMatchObject([{ run_at: later - 1 }])
  })

  it('corrects the next run when a transaction brings it forward meanwhile', async () => {
    const { db, start, rows, clock } = await open()
    const [sooner, later] = [clock.now + minuteMs, clock.now + hourMs]
    let broughtForward: Promise<void> | undefined
    const outsideTransaction = AsyncLocalStorage.snapshot()
    const nextRunAt = () => {
      // Waits for the row lock, or is lost.
      broughtForward ??= outsideTransaction(() => bringForward(db, 'greet', sooner))
      return later
    }
    await start([kind(async () => {}, { nextRunAt })]).runDue()
    await broughtForward
    expect(await rows()).toMatchObject([{ state: 'waiting', run_at: sooner }])
  })

  it('computes the next run after a transaction that brought it forward while it ran', async () => {
    const { db, start, rows, clock } = await open()
    const [sooner, later] = [clock.now + minuteMs, clock.now + hourMs]
    let posting: Promise<void> | undefined
    async function run() {
      const hasBroughtForward = Promise.withResolvers<void>()
      posting = db.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO site_state (name, value) VALUES ('end', ${`${sooner}`})`)
        await bringForward(tx, 'greet', sooner)
        hasBroughtForward.resolve()
        // Time for a run that does not wait for the commit to reschedule the job.
        await sleep(50)
      })
      await hasBroughtForward.promise
    }
    const nextRunAt = async (_: number, tx: Db) => {
      const row = await tx.get<{ value: string }>(sql`SELECT value FROM site_state`)
      return Number(row?.value ?? later)
    }
    await start([kind(run, { nextRunAt })]).runDue()
    await posting
    expect(await rows()).toMatchObject([{ state: 'waiting', run_at: sooner }])
  })

  it('brings work on a clock forward that was scheduled by a clock ahead of time', async () => {
    const { start, rows, clock } = await open()
    const hourly = kind(async () => {}, { nextRunAt: (now) => now + hourMs })
    clock.now += 300 * dayMs
    await start([hourly]).runDue()
    clock.now -= 300 * dayMs
    await start([hourly]).runDue()
    expect(await rows()).toMatchObject([{ run_at: clock.now + hourMs }])
  })

  it('pauses after a failure of work that is still due', async () => {
    const { start, rows, clock } = await open()
    const run = vi.fn(() => Promise.reject(new Error('away')))
    const runner = start([kind(run, { nextRunAt: () => 0, retryDelaysMs: [secondMs] })])
    await runner.runDue()
    expect(run).toHaveBeenCalledOnce()
    clock.now += secondMs
    await runner.runDue()
    expect(run).toHaveBeenCalledTimes(2)
    expect(await rows()).toMatchObject([
      { state: 'waiting', run_at: clock.now + minuteMs, attempts: 2, error: 'away' },
    ])
  })

  it('goes on with other jobs while all work on a clock runs long', async () => {
    const { start, enqueue, clock } = await open()
    const ends = Promise.withResolvers<void>()
    const clocks = ['backup', 'cleanup'].map((name) =>
      kind(() => ends.promise, { name, nextRunAt: (now) => now + hourMs }),
    )
    await enqueue({ kind: 'greet', runAt: clock.now + 1 })
    const greeted = Promise.withResolvers<void>()
    const runner = start([...clocks, kind(async () => greeted.resolve())], { maxConcurrent: 1 })
    clock.now += 1
    await greeted.promise
    ends.resolve()
    await runner.runDue()
  })

  describe('after a pause in which the claim lapsed', () => {
    /** A process that runs a job when its claim lapses. */
    async function openPaused() {
      const test = await open()
      const { db, start, enqueue, clock } = test
      await enqueue({ kind: 'greet', cause: 'ada' })
      const [started, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const run = vi.fn(async ({ cause }: { cause: string }) => {
        if (cause !== 'ada') return
        started.resolve()
        await ends.promise
        throw new Error('late')
      })
      const paused = start([kind(run)])
      await started.promise
      clock.now += dayMs
      await db.run(sql`UPDATE jobs SET claimed_until = ${clock.now}`)
      return { ...test, run, paused, ends }
    }

    it('the process that took the job over says how it ended', async () => {
      const { start, rows, ends, paused } = await openPaused()
      await start([kind(async () => 'the other')]).runDue()
      ends.resolve()
      await paused.runDue()
      expect(await rows()).toMatchObject([
        { state: 'done', attempts: 2, error: null, payload: '"the other"' },
      ])
    })

    it('the process does not run it a second time beside itself', async () => {
      const { enqueue, run, ends, paused } = await openPaused()
      await enqueue({ kind: 'greet', cause: 'bob' })
      paused.wake()
      await expect.poll(() => run.mock.lastCall?.[0].cause).toBe('bob')
      expect(run).toHaveBeenCalledTimes(2)
      ends.resolve()
      await paused.runDue()
    })
  })

  it('fails when no process survives it', async () => {
    const { db, start, enqueue, rows, clock } = await open()
    await enqueue({ kind: 'greet' })
    await db.run(sql`
      UPDATE jobs SET state = 'running', attempts = 20, claim = 'dead', claimed_until = ${clock.now}`)
    const run = vi.fn(async () => {})
    await start([kind(run)]).runDue()
    expect(run).not.toHaveBeenCalled()
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'interrupted' }])
  })

  it('reads a few index entries to find what is due, whatever else there is', async () => {
    const { db, enqueue, clock } = await open()
    const isSqlite = db.dialect === 'sqlite'
    await db.script(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9000)
      INSERT INTO jobs (kind, cause, payload, state, run_at, created_at, finished_at)
      SELECT 'greet', n, '{}', CASE WHEN n < 8000 THEN 'done' ELSE 'waiting' END, 0, 0, 0 FROM numbers;
      ${isSqlite ? '' : 'ANALYZE'}`)
    await enqueue({ kind: 'greet' })
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
    const options = { kinds: ['greet'], now: clock.now, claimMs: 1, except: new Set<number>() }
    expect(await claimJob(explained, options)).toBeDefined()
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('jobs_waiting')
    expect(plans[0]).toContain('jobs_running')
    await countJobs(explained, clock.now)
    expect(plans[1]).toContain('jobs_failed')
    expect(plans.join()).not.toMatch(/scan (on )?jobs\b/i)
  })

  it('is deleted with its student', async () => {
    const { db, enqueue, rows } = await open()
    const user = await db.get<{ id: number }>(sql`
      INSERT INTO users (first_name, last_name, email, password_hash, created_at)
      VALUES ('Ada', 'L', 'ada@uwaterloo.ca', '', 0) RETURNING id`)
    await enqueue({ kind: 'greet', userId: Number(user?.id) })
    await db.run(sql`DELETE FROM users`)
    expect(await rows()).toEqual([])
  })

  it('records the end of a job once the database is back', async () => {
    const { db, enqueue, rows } = await open()
    await enqueue({ kind: 'greet' })
    let outages = 2
    const unreliable: Db = {
      ...db,
      run: (query) => {
        if (query.sql.includes("'done'") && outages-- > 0) {
          return Promise.reject(new DatabaseUnavailable(new Error('down')))
        }
        return db.run(query)
      },
    }
    const runner = startJobRunner({
      db: unreliable,
      kinds: [kind(async () => {}, { delivery: 'at-most-once' })],
      now: () => dayMs,
      log: { warn: () => {}, error: () => {} },
      pollMs: 1,
    })
    onTestFinished(() => runner.stop())
    await runner.runDue()
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1 }])
  })

  it('logs and counts a failure once, however often recording it fails', async () => {
    const { db, start, enqueue, logged } = await open()
    await enqueue({ kind: 'greet' })
    let outages = 2
    const on: Db = {
      ...db,
      run: (query) =>
        query.sql.includes("'waiting', claim") && outages-- > 0
          ? Promise.reject(new DatabaseUnavailable(new Error('down')))
          : db.run(query),
    }
    const runner = start([kind(() => Promise.reject(new Error('away')))], { on, pollMs: 1 })
    await runner.runDue()
    expect(outages).toBe(-1)
    expect(runner.failures.get('greet')).toBe(1)
    expect(logged).toMatchObject([
      [{ job: 'greet', attempts: 1 }, 'job failed and will be tried again'],
    ])
  })

  it.each([
    ['that does not end in time', {}, 1],
    ['that is interruptible', { isInterruptible: true as const }, hourMs],
  ])('releases a job %s when it stops', async (_, more, shutdownTimeoutMs) => {
    const { start, enqueue, rows } = await open()
    await enqueue({ kind: 'greet' })
    const started = Promise.withResolvers<void>()
    const run = ({ signal }: { signal: AbortSignal }) => {
      started.resolve()
      return new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const runner = start([kind(run, more)], { shutdownTimeoutMs })
    await started.promise
    await runner.stop()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  it('forgets what is done after a month and what failed after three', async () => {
    const { db, start, enqueue, rows, clock } = await open()
    await enqueue({ kind: 'greet', cause: 'ada' })
    await enqueue({ kind: 'greet', cause: 'bob' })
    const run: JobKind['run'] = async ({ cause }) => {
      if (cause === 'bob') throw new PermanentJobError('refused')
    }
    await start([kind(run)]).runDue()
    await deleteFinishedJobs(db, clock.now + 30 * dayMs - 1)
    expect(await rows()).toHaveLength(2)
    await deleteFinishedJobs(db, clock.now + 30 * dayMs)
    expect(await rows()).toMatchObject([{ cause: 'bob' }])
    await deleteFinishedJobs(db, clock.now + 90 * dayMs)
    expect(await rows()).toEqual([])
  })
})

it('rejects two job kinds of one name', async () => {
  const db = await openTestDatabase('sqlite')
  const kind: JobKind = { name: 'greet', delivery: 'at-least-once', run: async () => {} }
  const log = { warn: () => {}, error: () => {} }
  expect(() => startJobRunner({ db, kinds: [kind, kind], now: () => 0, log })).toThrow(
    'Two job kinds have the same name.',
  )
})
