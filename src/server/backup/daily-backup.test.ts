import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createBackupPath } from '#tests/support/backup-site.ts'
import { type Engine, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { dayMs } from '../durations.ts'
import { checkBackup } from './check-backup.ts'
import { startDailyBackup } from './daily-backup.ts'

const pollOptions = { timeout: 15_000 }

async function openDailyBackup(engine: Engine = 'sqlite') {
  const db = await openTestDatabase(engine)
  const { id } = await insertTestUser(db)
  await insertTestListing(db, id)
  const folder = join(dirname(await createBackupPath()), 'backups')
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const logged: string[] = []
  const log = (_: unknown, message = '') => logged.push(message)
  const start = () =>
    startDailyBackup({
      db,
      folder,
      now: () => clock.now,
      log: { info: log, error: log },
      firstRunAfterMs: 0,
      intervalMs: 5,
    })
  return { db, folder, clock, logged, start, files: () => readdir(folder) }
}

describe('daily backup', () => {
  it('keeps one backup for each of the last seven days and deletes temporary files', async () => {
    const { folder, clock, logged, start, files } = await openDailyBackup()
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const temporaryPath = join(folder, '.quad-2026-11-13.tar.1.part')
    await writeFile(temporaryPath, 'half')
    await utimes(temporaryPath, new Date(0), new Date(0))
    const dailyBackup = start()
    for (let done = 1; done <= 9; done++) {
      await expect.poll(() => logged.length, pollOptions).toBe(done)
      if (done < 9) clock.now += dayMs
    }
    await dailyBackup.stop()
    const days = [17, 18, 19, 20, 21, 22, 23].map((number) => `quad-2026-11-${number}.tar`)
    expect((await files()).sort()).toEqual(['notes.txt', ...days])
    const last = join(folder, 'quad-2026-11-23.tar')
    expect((await stat(last)).mode & 0o777).toBe(0o600)
    expect(await checkBackup(last)).toMatchObject({
      manifest: { contents: 'database' },
      totals: { rows: { users: 1, listings: 1 } },
    })
  })

  it('logs a failure and retries', async () => {
    const { folder, logged, start, files } = await openDailyBackup()
    await writeFile(folder, 'in the way')
    const dailyBackup = start()
    await expect
      .poll(() => logged[0], pollOptions)
      .toMatch(/^The daily backup to .* failed and will be/)
    await rm(folder)
    await expect.poll(() => logged.at(-1), pollOptions).toBe('the database was backed up')
    await dailyBackup.stop()
    expect(await files()).toEqual(['quad-2026-11-15.tar'])
  })

  it('stops at once and leaves no temporary file', async () => {
    const { folder, start, files } = await openDailyBackup()
    await mkdir(folder)
    const dailyBackup = start()
    await expect.poll(files, { ...pollOptions, interval: 1 }).not.toEqual([])
    await dailyBackup.stop()
    expect((await files()).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('does nothing on PostgreSQL', async () => {
    const { logged, start, files } = await openDailyBackup('postgres')
    const dailyBackup = start()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await dailyBackup.stop()
    expect(logged).toEqual([])
    await expect(files()).rejects.toThrow('ENOENT')
  })
})
