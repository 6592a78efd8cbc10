import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { openJobRunner, testKind } from '#tests/support/open-job-runner.ts'
import { DatabaseUnavailable, type Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts'
import { type JobKind, PermanentJobError } from './job-kind.ts'
import { startJobRunner } from './job-runner.ts'

describe.each(engines)('job runner on %s', (engine) => {
  it('runs a job once and erases its payload', async () => {
    const { start, enqueue, rows } = await openJobRunner(engine)
    await enqueue({ kind: 'greet', payload: { name: 'Ada' } })
    const run = vi.fn(async () => {})
    await start([testKind(run)]).runDue()
    expect(run).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ payload: { name: 'Ada' }, attempts: 1 }),
    )
    expect(await rows()).toMatchObject([{ state: 'done', finished_at: dayMs, payload: '{}' }])
  })

  it('runs each job once across several runners', async () => {
    const { start, enqueue } = await openJobRunner(engine)
    for (let i = 0; i < 30; i++) await enqueue({ kind: 'greet', payload: i })
    const ran: unknown[] = []
    const kinds = [
      testKind(async ({ payload }) => {
        ran.push(payload)
      }),
    ]
    await Promise.all([1, 2, 3].map(() => start(kinds).runDue()))
    expect(ran.sort((a, b) => Number(a) - Number(b))).toEqual([...Array(30).keys()])
  })

  it('runs each job once in two processes, and neither waits for a row that the other has locked', async () => {
    const { db, start, enqueue } = await openJobRunner(engine)
    for (let i = 0; i < 20; i++) await enqueue({ kind: 'greet', payload: i })
    const ran: unknown[] = []
    const kinds = [testKind(async ({ payload }) => void ran.push(payload))]
    const runBoth = () => Promise.all([1, 2].map(() => start(kinds).runDue()))
    const others = [...Array(20).keys()].slice(1)
    // SQLite has no row locks, and its transactions await nothing else.
    if (db.dialect === 'postgres') {
      const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const locking = db.transaction(async (tx) => {
        await tx.get(sql`SELECT id FROM jobs WHERE payload = '0' FOR UPDATE`)
        locked.resolve()
        await release.promise
      })
      await locked.promise
      await runBoth().finally(release.resolve)
      expect(ran.toSorted((a, b) => Number(a) - Number(b))).toEqual(others)
      await locking
    }
    await runBoth()
    expect(ran.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, ...others])
  })

  it('starts an urgent job while bulk jobs keep all other workers, and a normal one next', async () => {
    const { db, start, enqueue, clock } = await openJobRunner(engine)
    await db.script(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
      INSERT INTO jobs (kind, cause, payload, state, run_at, created_at)
      SELECT 'digest', n, '{}', 'waiting', 0, 0 FROM numbers`)
    const started: string[] = []
    const hanging: PromiseWithResolvers<void>[] = []
    const note = (name: string, more: Partial<JobKind> = {}) =>
      testKind(
        async () => {
          started.push(name)
          if (name !== 'digest') return
          hanging.push(Promise.withResolvers<void>())
          await hanging.at(-1)?.promise
        },
        { name, ...more },
      )
    const runner = start(
      [
        note('digest', { priority: 'bulk' }),
        note('message'),
        note('code', { priority: 'urgent', retryDelaysMs: [secondMs] }),
      ],
      { maxConcurrent: 3 },
    )
    await vi.waitFor(() => expect(started).toEqual(['digest', 'digest', 'digest']))
    await enqueue({ kind: 'message' })
    await enqueue({ kind: 'code' })
    clock.now += 1
    runner.wake()
    await vi.waitFor(() => expect(started.slice(3)).toEqual(['code']))
    hanging[0]?.resolve()
    await vi.waitFor(() => expect(started).toHaveLength(6))
    expect(started.slice(4)).toEqual(['message', 'digest'])
    const stopped = runner.stop()
    for (const { resolve } of hanging) resolve()
    await stopped
  })

  it('runs work on a clock however many other jobs are due and running', async () => {
    const { start, enqueue, clock } = await openJobRunner(engine)
    for (let count = 0; count < 10; count += 1) await enqueue({ kind: 'greet' })
    const [hanging, clockRan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [running, highest] = [0, 0]
    const greet = testKind(async () => {
      running += 1
      highest = Math.max(highest, running)
      await hanging.promise
      running -= 1
    })
    const onClock = testKind(async () => clockRan.resolve(), {
      name: 'on-clock',
      firstRunDelayMs: minuteMs,
      nextRunAt: (now) => now + hourMs,
    })
    const runner = start([greet, onClock], { maxConcurrent: 2 })
    await vi.waitFor(() => expect(running).toBe(2))
    clock.now += minuteMs
    runner.wake()
    await clockRan.promise
    hanging.resolve()
    await runner.runDue()
    expect([running, highest]).toEqual([0, 2])
  })

  it('leaves jobs for later and jobs of unknown kinds alone', async () => {
    const { start, enqueue, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet', runAt: clock.now + 1 })
    await enqueue({ kind: 'of-a-newer-version' })
    const run = vi.fn(async () => {})
    const runner = start([testKind(run)])
    await runner.runDue()
    expect(run).not.toHaveBeenCalled()
    clock.now += 1
    await runner.runDue()
    expect(run).toHaveBeenCalledOnce()
  })

  it('retries with growing delays, then fails and keeps the payload', async () => {
    const { start, enqueue, rows, clock, logged } = await openJobRunner(engine)
    await enqueue({ kind: 'greet', payload: { name: 'Ada' } })
    const runner = start([
      testKind(() => Promise.reject(new Error('away')), { retryDelaysMs: [secondMs, minuteMs] }),
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
    const { start, enqueue, rows } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    await start([testKind(() => Promise.reject(new PermanentJobError('refused')))]).runDue()
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, error: 'refused' }])
  })

  it('does not start an expired job, but reports and erases it', async () => {
    const { start, enqueue, rows, logged, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet', payload: { secret: 1 }, expiresAt: clock.now })
    const run = vi.fn(async () => {})
    const runner = start([testKind(run)])
    await runner.runDue()
    expect(run).not.toHaveBeenCalled()
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'expired', payload: 'null' }])
    expect(logged).toMatchObject([[{ job: 'greet', err: { message: 'expired' } }, 'job failed']])
    expect(runner.failures.get('greet')).toBe(1)
  })

  it('does not wait for a retry that would come after a job has expired', async () => {
    const { start, enqueue, rows, logged, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet', cause: 'in time', expiresAt: clock.now + minuteMs + 1 })
    await enqueue({ kind: 'greet', cause: 'too late', expiresAt: clock.now + minuteMs })
    const run = () => Promise.reject(new Error('away'))
    await start([testKind(run, { retryDelaysMs: [minuteMs] })]).runDue()
    expect(await rows()).toMatchObject([
      { state: 'waiting', payload: '{}' },
      { state: 'failed', error: 'away', payload: 'null' },
    ])
    expect(logged).toHaveLength(2)
    expect(logged).toContainEqual([expect.anything(), 'job failed'])
  })

  it.each([
    ['at-least-once', 1, { state: 'done', attempts: 2 }],
    ['at-most-once', 0, { state: 'failed', error: 'interrupted' }],
  ] as const)('after a crash, %s runs %i times more', async (delivery, times, after) => {
    const { db, start, enqueue, rows, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    await db.run(sql`UPDATE jobs SET state = 'running', attempts = 1, claimed_until = ${clock.now}`)
    const run = vi.fn(async () => {})
    await start([testKind(run, { delivery })]).runDue()
    expect(run).toHaveBeenCalledTimes(times)
    expect(await rows()).toMatchObject([after])
  })

  it('leaves a job alone while its process renews the claim', async () => {
    const { db, start, enqueue, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    await db.run(sql`UPDATE jobs SET state = 'running', claimed_until = ${clock.now + 1}`)
    const run = vi.fn(async () => {})
    await start([testKind(run)]).runDue()
    expect(run).not.toHaveBeenCalled()
  })

  it('renews the claim of a job that outlives it', async () => {
    const { start, enqueue, rows, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    const [started, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const run = vi.fn(() => {
      started.resolve()
      return ends.promise
    })
    const claimMs = 30
    const runner = start([testKind(run)], { claimMs })
    await started.promise
    for (const _claim of [1, 2]) {
      clock.now += claimMs
      await expect.poll(rows).toMatchObject([{ claimed_until: clock.now + claimMs }])
      await start([testKind(run)]).runDue()
    }
    expect(run).toHaveBeenCalledOnce()
    ends.resolve()
    await runner.runDue()
  })

  describe('after a pause in which the claim lapsed', () => {
    /** Starts a process that is running a job when its claim lapses. */
    async function openPaused() {
      const test = await openJobRunner(engine)
      const { db, start, enqueue, clock } = test
      await enqueue({ kind: 'greet', cause: 'ada' })
      const [started, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const run = vi.fn(async ({ cause }: { cause: string }) => {
        if (cause !== 'ada') return
        started.resolve()
        await ends.promise
        throw new Error('late')
      })
      const paused = start([testKind(run)])
      await started.promise
      clock.now += dayMs
      await db.run(sql`UPDATE jobs SET claimed_until = ${clock.now}`)
      return { ...test, run, paused, ends }
    }

    it('the process that took the job over says how it ended', async () => {
      const { start, rows, ends, paused } = await openPaused()
      await start([testKind(async () => 'the other')]).runDue()
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
    const { db, start, enqueue, rows, clock } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    await db.run(sql`
      UPDATE jobs SET state = 'running', attempts = 20, claim = 'dead', claimed_until = ${clock.now}`)
    const run = vi.fn(async () => {})
    await start([testKind(run)]).runDue()
    expect(run).not.toHaveBeenCalled()
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'interrupted' }])
  })

  it('goes on with other jobs while all work on a clock runs long', async () => {
    const { start, enqueue, clock } = await openJobRunner(engine)
    const ends = Promise.withResolvers<void>()
    const clocks = ['backup', 'cleanup'].map((name) =>
      testKind(() => ends.promise, { name, nextRunAt: (now) => now + hourMs }),
    )
    await enqueue({ kind: 'greet', runAt: clock.now + 1 })
    const greeted = Promise.withResolvers<void>()
    const runner = start([...clocks, testKind(async () => greeted.resolve())], { maxConcurrent: 1 })
    clock.now += 1
    await greeted.promise
    ends.resolve()
    await runner.runDue()
  })

  it('records the end of a job once the database is back', async () => {
    const { db, start, enqueue, rows } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    let outages = 2
    const on: Db = {
      ...db,
      run: (query) =>
        query.sql.includes("'done'") && outages-- > 0
          ? Promise.reject(new DatabaseUnavailable(new Error('down')))
          : db.run(query),
    }
    const atMostOnce = testKind(async () => {}, { delivery: 'at-most-once' })
    const runner = start([atMostOnce], { on, pollMs: 1 })
    await runner.runDue()
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1 }])
  })

  it('logs and counts a failure once, however often recording it fails', async () => {
    const { db, start, enqueue, logged } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    let outages = 2
    const on: Db = {
      ...db,
      run: (query) =>
        query.sql.includes("'waiting', claim") && outages-- > 0
          ? Promise.reject(new DatabaseUnavailable(new Error('down')))
          : db.run(query),
    }
    const runner = start([testKind(() => Promise.reject(new Error('away')))], { on, pollMs: 1 })
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
    const { start, enqueue, rows } = await openJobRunner(engine)
    await enqueue({ kind: 'greet' })
    const started = Promise.withResolvers<void>()
    const run = ({ signal }: { signal: AbortSignal }) => {
      started.resolve()
      return new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const runner = start([testKind(run, more)], { shutdownTimeoutMs })
    await started.promise
    await runner.stop()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }])
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
