import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { engines, openTestDatabase, testDatabaseSettings } from '#tests/support/databases.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { withLock } from './with-lock.ts'

describe.each(engines)('withLock on %s', (engine) => {
  it('refuses a second holder and frees the lock afterwards', async () => {
    const db = await openTestDatabase(engine)
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const first = withLock(db, 'sweep', async () => {
      started.resolve()
      await finish.promise
    })
    await started.promise
    const work = vi.fn(async () => {})
    expect(await withLock(db, 'sweep', work)).toBe(false)
    expect(work).not.toHaveBeenCalled()
    expect(await withLock(db, 'another', work)).toBe(true)
    finish.resolve()
    expect(await first).toBe(true)
    expect(await withLock(db, 'sweep', work)).toBe(true)
    expect(work).toHaveBeenCalledTimes(2)
    expect(await db.all(sql`SELECT name FROM leases`)).toEqual([])
  })

  it('frees the lock when the work fails', async () => {
    const db = await openTestDatabase(engine)
    const failing = withLock(db, 'sweep', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await withLock(db, 'sweep', async () => {})).toBe(true)
  })
})

it('leaves the connections of a pool of two to the work of two holders', async () => {
  const { DATABASE_URL = '' } = await testDatabaseSettings('postgres')
  const db = openPostgres(DATABASE_URL, { maxConnections: 2, connectTimeoutMs: 1_000 })
  onTestFinished(() => db.close())
  await migrate(db)
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sweeps = started.map(({ resolve }, index) =>
    withLock(db, `sweep-${index}`, async () => {
      resolve()
      await Promise.all(started.map(({ promise }) => promise))
      await db.get(sql`SELECT 1 AS found`)
    }),
  )
  expect(await Promise.all(sweeps)).toEqual([true, true])
})

it.each(engines)('takes over the expired lease of a dead process on %s', async (engine) => {
  const db = await openTestDatabase(engine)
  const leaveLease = (expiresAt: number) =>
    db.run(sql`INSERT INTO leases (name, expires_at) VALUES ('sweep', ${expiresAt})
      ON CONFLICT (name) DO UPDATE SET expires_at = ${expiresAt}`)
  await leaveLease(Date.now() + 30_000)
  expect(await withLock(db, 'sweep', async () => {})).toBe(false)
  await leaveLease(Date.now() - 1)
  expect(await withLock(db, 'sweep', async () => {})).toBe(true)
})
