import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
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

it('takes over the expired lease of a dead process', async () => {
  const db = await openTestDatabase('sqlite')
  const leaveLease = (expiresAt: number) =>
    db.run(sql`INSERT INTO leases (name, expires_at) VALUES ('sweep', ${expiresAt})
      ON CONFLICT (name) DO UPDATE SET expires_at = ${expiresAt}`)
  await leaveLease(Date.now() + 30_000)
  expect(await withLock(db, 'sweep', async () => {})).toBe(false)
  await leaveLease(Date.now() - 1)
  expect(await withLock(db, 'sweep', async () => {})).toBe(true)
})
