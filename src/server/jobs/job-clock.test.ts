import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { openJobRunner, testKind } from '#tests/support/open-job-runner.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts'
import { bringClockForward } from './job-queries.ts'

describe.each(engines)('work on a clock on %s', (engine) => {
  it('runs work on a clock at its times, whatever fails', async () => {
    const { start, rows, clock } = await openJobRunner(engine)
    const run = vi.fn(async () => {})
    const clockKind = testKind(run, {
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
    // Another process finds that the clock's row exists.
    await start([clockKind]).runDue()
    expect(run).toHaveBeenCalledTimes(4)
    expect(await rows()).toHaveLength(1)
  })

  it('brings work on a clock forward, never back', async () => {
    const { db, start, rows, clock } = await openJobRunner(engine)
    const later = clock.now + hourMs
    const runner = start([testKind(async () => {}, { nextRunAt: () => later })])
    await runner.runDue()
    await bringClockForward(db, 'greet', later + 1)
    expect(await rows()).toMatchObject([{ run_at: later }])
    await bringClockForward(db, 'greet', later - 1)
    expect(await rows()).toMatchObject([{ run_at: later - 1 }])
  })

  it('runs again if it was brought forward while it ran', async () => {
    const { db, start, rows, clock } = await openJobRunner(engine)
    const run = vi
      .fn(async () => {})
      .mockImplementationOnce(() => bringClockForward(db, 'greet', clock.now))
    await start([testKind(run, { nextRunAt: (now) => now + hourMs })]).runDue()
    expect(run).toHaveBeenCalledTimes(2)
    expect(await rows()).toMatchObject([{ state: 'waiting', run_at: clock.now + hourMs }])
  })

  it('corrects the next run when a transaction brings it forward meanwhile', async () => {
    const { db, start, rows, clock } = await openJobRunner(engine)
    const [sooner, later] = [clock.now + minuteMs, clock.now + hourMs]
    let broughtForward: Promise<void> | undefined
    const outsideTransaction = AsyncLocalStorage.snapshot()
    const nextRunAt = () => {
      // This call waits for the row lock. Without the lock, its change would be lost.
      broughtForward ??= outsideTransaction(() => bringClockForward(db, 'greet', sooner))
      return later
    }
    await start([testKind(async () => {}, { nextRunAt })]).runDue()
    await broughtForward
    expect(await rows()).toMatchObject([{ state: 'waiting', run_at: sooner }])
  })

  it('computes the next run after a transaction that brought it forward while it ran', async () => {
    const { db, start, rows, clock } = await openJobRunner(engine)
    const [sooner, later] = [clock.now + minuteMs, clock.now + hourMs]
    let posting: Promise<void> | undefined
    async function run() {
      const hasBroughtForward = Promise.withResolvers<void>()
      posting = db.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO site_state (name, value) VALUES ('end', ${`${sooner}`})`)
        await bringClockForward(tx, 'greet', sooner)
        hasBroughtForward.resolve()
        // If a run does not wait for the commit, this gives it time to reschedule the job.
        await sleep(50)
      })
      await hasBroughtForward.promise
    }
    const nextRunAt = async (_: number, tx: Db) => {
      const row = await tx.get<{ value: string }>(sql`SELECT value FROM site_state`)
      return Number(row?.value ?? later)
    }
    await start([testKind(run, { nextRunAt })]).runDue()
    await posting
    expect(await rows()).toMatchObject([{ state: 'waiting', run_at: sooner }])
  })

  it('brings work on a clock forward that was scheduled by a clock ahead of time', async () => {
    const { start, rows, clock } = await openJobRunner(engine)
    const hourly = testKind(async () => {}, { nextRunAt: (now) => now + hourMs })
    clock.now += 300 * dayMs
    await start([hourly]).runDue()
    clock.now -= 300 * dayMs
    await start([hourly]).runDue()
    expect(await rows()).toMatchObject([{ run_at: clock.now + hourMs }])
  })

  it('starts again after a restore has emptied the table', async () => {
    const { db, start, rows, clock } = await openJobRunner(engine)
    const runner = start([testKind(async () => {}, { nextRunAt: (now) => now + hourMs })])
    await runner.runDue()
    await db.run(sql`DELETE FROM jobs`)
    clock.now += minuteMs
    await runner.runDue()
    expect(await rows()).toMatchObject([{ kind: 'greet', run_at: clock.now + hourMs }])
  })

  it('pauses after a failure of work that is still due', async () => {
    const { start, rows, clock } = await openJobRunner(engine)
    const run = vi.fn(() => Promise.reject(new Error('away')))
    const runner = start([testKind(run, { nextRunAt: () => 0, retryDelaysMs: [secondMs] })])
    await runner.runDue()
    expect(run).toHaveBeenCalledOnce()
    clock.now += secondMs
    await runner.runDue()
    expect(run).toHaveBeenCalledTimes(2)
    expect(await rows()).toMatchObject([
      { state: 'waiting', run_at: clock.now + minuteMs, attempts: 2, error: 'away' },
    ])
  })
})
