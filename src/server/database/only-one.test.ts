import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { onlyOne } from './only-one.ts'

describe.each(engines)('work for only one on %s', (engine) => {
  it('is left to whoever does it, and can be done again after', async () => {
    const db = await openTestDatabase(engine)
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const first = onlyOne(db, 'sweep', async () => {
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const work = vi.fn(async () => {})
    expect(await onlyOne(db, 'sweep', work)).toBe(false)
    expect(work).not.toHaveBeenCalled()
    expect(await onlyOne(db, 'another', work)).toBe(true)
    end.resolve()
    expect(await first).toBe(true)
    expect(await onlyOne(db, 'sweep', work)).toBe(true)
    expect(work).toHaveBeenCalledTimes(2)
    expect(await db.all(sql`SELECT name FROM counters`)).toEqual([])
  })

  it('is free again when it failed', async () => {
    const db = await openTestDatabase(engine)
    const failing = onlyOne(db, 'sweep', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await onlyOne(db, 'sweep', async () => {})).toBe(true)
  })
})

it('is taken over from a process that died a minute ago', async () => {
  const db = await openTestDatabase('sqlite')
  const leave = (until: number) =>
    db.run(sql`INSERT INTO counters (name, value) VALUES ('lease:sweep', ${until})
      ON CONFLICT (name) DO UPDATE SET value = ${until}`)
  await leave(Date.now() + 30_000)
  expect(await onlyOne(db, 'sweep', async () => {})).toBe(false)
  await leave(Date.now() - 1)
  expect(await onlyOne(db, 'sweep', async () => {})).toBe(true)
})
