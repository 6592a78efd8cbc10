import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBackupPath } from '#tests/support/backup-site.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { countTurns } from '#tests/support/count-turns.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { runJob } from '#tests/support/run-job.ts'
import { readAppSecret } from '../app-secret.ts'
import { dayMs, hourMs } from '../durations.ts'
import type { S3Config } from '../files/s3-url.ts'
import { type LastBackup, readBackupState, recordBackup } from './backup-state.ts'
import { checkBackup } from './check-backup.ts'
import { createPause, dailyBackup } from './daily-backup.ts'

async function openDailyBackup(engine: Engine = 'sqlite', bucket?: S3Config) {
  const db = await openTestDatabase(engine)
  const { id } = await insertTestUser(db)
  await insertTestListing(db, id)
  await readAppSecret(db, { APP_SECRET: undefined })
  const folder = join(dirname(await createBackupPath()), 'backups')
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const logged: string[] = []
  const onLog = (_: unknown, message = '') => logged.push(message)
  const job = dailyBackup({ folder, bucket, log: { info: onLog } })
  const run = () =>
    runJob(job, { db, now: () => clock.now, onLog: (_, message) => onLog(_, String(message)) })
  return { db, folder, clock, logged, job, run, files: () => readdir(folder) }
}

describe('daily backup', () => {
  it('keeps one backup for each of the last seven days', async () => {
    const { db, folder, clock, logged, run, files } = await openDailyBackup()
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    for (let day = 0; day < 9; day++) {
      await run()
      clock.now += hourMs
      await run()
      expect(logged).toHaveLength(day + 1)
      clock.now += dayMs - hourMs
    }
    const days = [17, 18, 19, 20, 21, 22, 23].map((number) => `quad-2026-11-${number}.tar`)
    expect((await files()).sort()).toEqual(['notes.txt', ...days])
    const last = join(folder, 'quad-2026-11-23.tar')
    expect((await stat(last)).mode & 0o777).toBe(0o600)
    const { manifest, totals } = await checkBackup(last)
    expect(manifest.contents).toBe('database')
    expect(totals.rows).toMatchObject({ users: 1, listings: 1 })
    expect(Object.keys(totals.rows)).not.toContain('secrets')
    expect((await readBackupState(db)).lastBackup).toEqual({
      at: clock.now - dayMs,
      bytes: (await stat(last)).size,
      contents: 'database',
      place: last,
      path: last,
    })
  })

  it('records a backup whose process was killed before it could, and none that is older', async () => {
    const { db, folder, clock, run } = await openDailyBackup()
    await run()
    const state = await readBackupState(db)
    const record = async (change: object) => {
      await recordBackup(db, { ...(state.lastBackup as LastBackup), ...change })
      clock.now += hourMs
      await run()
      return (await readBackupState(db)).lastBackup
    }
    const path = join(folder, 'quad-2026-11-15.tar')
    const { mtimeMs } = await stat(path)
    const found = { ...state.lastBackup, at: Math.floor(mtimeMs) }
    expect(await record({ at: 0, place: 'an older one' })).toEqual(found)
    const newer = { at: Math.floor(mtimeMs) + dayMs, place: 'a newer one' }
    expect(await record(newer)).toMatchObject(newer)
    expect(await record({ place: path })).toEqual(state.lastBackup)
  })

  it('is tried again after a failure', async () => {
    const { folder, clock, logged, run, files } = await openDailyBackup()
    await writeFile(folder, 'in the way')
    await run()
    expect(logged).toEqual(['job failed and will be tried again'])
    await rm(folder)
    clock.now += 2_000
    await run()
    expect(logged.at(-1)).toBe('the database was backed up')
    expect(await files()).toEqual(['quad-2026-11-15.tar'])
  })

  it('stops at once and leaves no temporary file', async () => {
    const { db, clock, job, files } = await openDailyBackup()
    const stopping = new AbortController()
    stopping.abort()
    const running = { id: 1, cause: '', payload: {}, attempts: 1, createdAt: 0, db }
    await expect(
      job.run({ ...running, now: () => clock.now, signal: stopping.signal }),
    ).rejects.toThrow()
    expect(await files()).toEqual([])
  })
})

describe.each(engines)('daily backup of %s in a bucket', (engine) => {
  it('is a job of every site with a bucket, and of those with SQLite', async () => {
    const { url } = await startFakeS3({ bucket: 'backups' })
    const sites: Record<string, string>[] = [{}, { BACKUP_S3_URL: url }]
    for (const settings of sites) {
      const { db } = await buildTestApp(engine, settings, { runsClocks: true })
      const findKinds = async () => {
        const rows = await db.all<{ kind: string }>(sql`SELECT kind FROM jobs`)
        return rows.map(({ kind }) => kind)
      }
      await expect.poll(findKinds, { timeout: 5_000 }).toContain('backup-rehearsal')
      const isExpected = engine === 'sqlite' || 'BACKUP_S3_URL' in settings
      if (isExpected) await expect.poll(findKinds, { timeout: 5_000 }).toContain('daily-backup')
      else expect(await findKinds()).not.toContain('daily-backup')
    }
  })

  it('streams one backup a day, keeps seven, and clears the folder that it replaces', async () => {
    const s3 = await startFakeS3({ bucket: 'backups' })
    const { db, folder, clock, logged, run, files } = await openDailyBackup(engine, s3.config)
    await mkdir(folder)
    const [past, recent] = ['quad-2026-11-15.tar', 'quad-2026-11-20.tar']
    for (const name of [past, recent, 'notes.txt']) await writeFile(join(folder, name), '')
    s3.objects.set('quad-notes.txt', {
      bytes: Buffer.from('mine'),
      headers: {},
      modifiedAt: new Date(),
    })
    for (let day = 0; day < 9; day++) {
      await run()
      clock.now += hourMs
      await run()
      expect(logged).toHaveLength(day + 1)
      clock.now += dayMs - hourMs
    }
    const days = [17, 18, 19, 20, 21, 22, 23].map((number) => `quad-2026-11-${number}.tar`)
    expect([...s3.objects.keys()].sort()).toEqual([...days, 'quad-notes.txt'])
    expect(s3.uploads.size).toBe(0)
    expect(await files()).toEqual(['notes.txt', recent])
    const path = await createBackupPath()
    await writeFile(path, s3.objects.get(days[6] ?? '')?.bytes ?? '')
    const { totals } = await checkBackup(path)
    expect(totals.rows).toMatchObject({ users: 1, listings: 1 })
    expect((await readBackupState(db)).lastBackup).toEqual({
      at: clock.now - dayMs,
      bytes: (await stat(path)).size,
      contents: 'database',
      place: `${days[6]} in the bucket backups at ${s3.config.origin}`,
    })
  })

  it('fails without a trace in the bucket, and says why without its secret', async () => {
    const s3 = await startFakeS3({ bucket: 'backups' })
    const { db, clock, job } = await openDailyBackup(engine, s3.config)
    s3.injectFault(
      { kind: 'status', status: 403 },
      { when: (request) => request.startsWith('PUT') },
    )
    const running = { id: 1, cause: '', payload: {}, attempts: 1, createdAt: 0, db }
    const { signal } = new AbortController()
    const failure = await job.run({ ...running, now: () => clock.now, signal }).catch(String)
    expect(failure).toBe(
      `Error: The backup store at ${s3.config.origin} does not work: the store answered 403 InternalError.`,
    )
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
    expect(await readBackupState(db)).toEqual({ lastBackup: null, lastRehearsal: null })
  })
})

it('lets requests through after 10 ms of work, not after each batch, and ends once it is aborted', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const stopping = new AbortController()
  const pause = createPause(stopping.signal)
  const turns = countTurns()
  for (let batch = 0; batch < 5; batch++) await pause()
  expect(turns()).toBe(0)
  vi.advanceTimersByTime(10)
  await pause()
  expect(turns()).toBeGreaterThan(0)
  stopping.abort()
  await expect(pause()).rejects.toThrow('aborted')
})
