import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { type Db, isUniqueViolation } from './database.ts'

const add = (db: Db, name: string) =>
  db.run(sql`INSERT INTO counters (name, value) VALUES (${name}, 0)`)

const increment = (db: Db) => db.run(sql`UPDATE counters SET value = value + 1 WHERE name = 'n'`)

async function names(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM counters ORDER BY name`)
  return rows.map(({ name }) => name)
}

async function openWithCounters(engine: Engine): Promise<Db> {
  const db = await openTestDatabase(engine)
  await db.script('CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)')
  return db
}

describe.each(engines)('a transaction on %s', (engine) => {
  it('commits what it did and gives its result', async () => {
    const db = await openWithCounters(engine)
    const result = await db.transaction(async (tx) => {
      await add(tx, 'a')
      await add(tx, 'b')
      return names(tx)
    })
    expect(result).toEqual(['a', 'b'])
    expect(await names(db)).toEqual(['a', 'b'])
  })

  it('leaves nothing when it throws, and passes the error on', async () => {
    const db = await openWithCounters(engine)
    const problem = new Error('changed my mind')
    const failing = db.transaction(async (tx) => {
      await add(tx, 'a')
      throw problem
    })
    await expect(failing).rejects.toBe(problem)
    expect(await names(db)).toEqual([])
    await db.transaction((tx) => add(tx, 'b'))
    expect(await names(db)).toEqual(['b'])
  })

  it('leaves nothing when a statement fails', async () => {
    const db = await openWithCounters(engine)
    const failing = db.transaction(async (tx) => {
      await add(tx, 'a')
      await add(tx, 'a')
    })
    expect(isUniqueViolation(await failing.catch((error) => error))).toBe(true)
    expect(await names(db)).toEqual([])
  })

  it('is not seen from outside before it commits', async () => {
    const db = await openWithCounters(engine)
    const wrote = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<void>()
    const transaction = db.transaction(async (tx) => {
      await add(tx, 'a')
      wrote.resolve()
      await seen.promise
    })
    await wrote.promise
    expect(await names(db)).toEqual([])
    seen.resolve()
    await transaction
    expect(await names(db)).toEqual(['a'])
  })

  it('refuses what a nested one still does after the outer one has thrown', async () => {
    const db = await openWithCounters(engine)
    const problem = new Error('changed my mind')
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    let nested: Promise<unknown> | undefined
    const failing = db.transaction(async (tx) => {
      nested = tx.transaction(async (inner) => {
        started.resolve()
        await ended.promise
        await add(inner, 'a')
      })
      nested.catch(() => undefined)
      await started.promise
      throw problem
    })
    await expect(failing).rejects.toBe(problem)
    ended.resolve()
    await expect(nested).rejects.toThrow('has ended')
    expect(await names(db)).toEqual([])
  })

  it('rolls back only the nested one that throws', async () => {
    const db = await openWithCounters(engine)
    await db.transaction(async (tx) => {
      await add(tx, 'a')
      const nested = tx.transaction(async (inner) => {
        await add(inner, 'b')
        await add(inner, 'a')
      })
      expect(isUniqueViolation(await nested.catch((error) => error))).toBe(true)
      await tx.transaction(async (inner) => {
        await add(inner, 'c')
        await inner.transaction((innermost) => add(innermost, 'd'))
      })
    })
    expect(await names(db)).toEqual(['a', 'c', 'd'])
  })

  it('takes nested ones with it when it throws', async () => {
    const db = await openWithCounters(engine)
    const failing = db.transaction(async (tx) => {
      await tx.transaction((inner) => add(inner, 'a'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await names(db)).toEqual([])
  })

  it('keeps nested ones started together apart', async () => {
    const db = await openWithCounters(engine)
    await db.transaction(async (tx) => {
      const failing = tx.transaction(async (inner) => {
        await add(inner, 'a')
        throw new Error('no')
      })
      await Promise.allSettled([failing, tx.transaction((inner) => add(inner, 'b'))])
    })
    expect(await names(db)).toEqual(['b'])
  })

  it('refuses its handle after its end', async () => {
    const db = await openWithCounters(engine)
    const kept = await db.transaction(async (tx) => ({
      outer: tx,
      inner: await tx.transaction(async (inner) => inner),
    }))
    for (const tx of [kept.outer, kept.inner]) {
      await expect(add(tx, 'a')).rejects.toThrow('has ended')
      await expect(names(tx)).rejects.toThrow('has ended')
      await expect(tx.transaction((inner) => add(inner, 'a'))).rejects.toThrow('has ended')
    }
    expect(await names(db)).toEqual([])
  })

  it('refuses the database itself inside, instead of waiting for ever', async () => {
    const db = await openWithCounters(engine)
    const uses = [() => add(db, 'a'), () => names(db), () => db.transaction((tx) => add(tx, 'a'))]
    for (const use of uses) {
      await expect(db.transaction<unknown>(use)).rejects.toThrow("the transaction's own handle")
    }
  })

  it('cannot close the database', async () => {
    const db = await openWithCounters(engine)
    await expect(db.transaction((tx) => tx.close())).rejects.toThrow('cannot close')
    expect(await names(db)).toEqual([])
  })

  it('succeeds beside another one', async () => {
    const db = await openWithCounters(engine)
    await Promise.all([
      db.transaction((tx) => add(tx, 'a')),
      db.transaction((tx) => add(tx, 'b')),
      add(db, 'c'),
    ])
    expect(await names(db)).toEqual(['a', 'b', 'c'])
  })

  it('loses none of fifty increments at once', async () => {
    const db = await openWithCounters(engine)
    await add(db, 'n')
    const fifty = Array.from({ length: 50 })
    await Promise.all(
      fifty.map(() =>
        db.transaction(async (tx) => {
          await increment(tx)
          await tx.transaction(increment)
        }),
      ),
    )
    await Promise.all(fifty.map(() => increment(db)))
    expect(await db.get(sql`SELECT value FROM counters`)).toEqual({ value: 150 })
  })
})
