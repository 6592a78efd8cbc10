import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backupPath } from '#tests/support/backup-site.ts'
import { type Engine, openTestDatabase } from '#tests/support/databases.ts'
import { addListing, addStudent } from '#tests/support/photo-app.ts'
import { checkBackup } from './check-backup.ts'
import { startDailyBackup } from './daily-backup.ts'

const day = 86_400_000
const patient = { timeout: 15_000 }

async function open(engine: Engine = 'sqlite') {
  const db = await openTestDatabase(engine)
  await addListing(db, await addStudent(db))
  const folder = join(dirname(await backupPath()), 'backups')
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const said: string[] = []
  const say = (_: unknown, sentence = '') => said.push(sentence)
  const log = { info: say, error: say }
  const start = () =>
    startDailyBackup({ db, folder, now: () => clock.now, log, firstAfterMs: 0, everyMs: 5 })
  return { db, folder, clock, said, start, files: () => readdir(folder) }
}

describe('the daily backup', () => {
  it('keeps the last seven days, each once, and clears what was cut off', async () => {
    const { folder, clock, said, start, files } = await open()
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const draft = join(folder, '.quad-2026-11-13.tar.1.part')
    await writeFile(draft, 'half')
    await utimes(draft, new Date(0), new Date(0))
    const daily = start()
    for (let done = 1; done <= 9; done++) {
      await expect.poll(() => said.length, patient).toBe(done)
      if (done < 9) clock.now += day
    }
    await daily.stop()
    const days = [17, 18, 19, 20, 21, 22, 23].map((number) => `quad-2026-11-${number}.tar`)
    expect((await files()).sort()).toEqual(['notes.txt', ...days])
    const last = join(folder, 'quad-2026-11-23.tar')
    expect((await stat(last)).mode & 0o777).toBe(0o600)
    expect(await checkBackup(last)).toMatchObject({
      manifest: { contents: 'database' },
      totals: { rows: { users: 1, listings: 1 } },
    })
  })

  it('says why it failed, and tries again', async () => {
    const { folder, said, start, files } = await open()
    await writeFile(folder, 'in the way')
    const daily = start()
    await expect.poll(() => said[0], patient).toMatch(/^The daily backup to .* failed and will be/)
    await rm(folder)
    await expect.poll(() => said.at(-1), patient).toBe('the database was backed up')
    await daily.stop()
    expect(await files()).toEqual(['quad-2026-11-15.tar'])
  })

  it('stops at once, and leaves nothing half-made', async () => {
    const { folder, start, files } = await open()
    await mkdir(folder)
    const daily = start()
    await expect.poll(files, { ...patient, interval: 1 }).not.toEqual([])
    await daily.stop()
    expect((await files()).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('leaves PostgreSQL to its own tools', async () => {
    const { said, start, files } = await open('postgres')
    const daily = start()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await daily.stop()
    expect(said).toEqual([])
    await expect(files()).rejects.toThrow('ENOENT')
  })
})
