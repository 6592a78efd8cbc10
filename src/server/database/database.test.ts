import sql, { join, raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { type Db, isUniqueViolation } from './database.ts'

async function openWithCounters(engine: Engine): Promise<Db> {
  const db = await openTestDatabase(engine)
  await db.script('CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)')
  return db
}

describe.each(engines)('on %s', (engine) => {
  async function openWithKinds() {
    const db = await openWithCounters(engine)
    const [bytes, real, json] =
      engine === 'sqlite' ? ['BLOB', 'REAL', 'TEXT'] : ['BYTEA', 'DOUBLE PRECISION', 'JSONB']
    await db.script(
      `CREATE TABLE kinds (id BIGINT, small INTEGER, part ${real}, text TEXT, bytes ${bytes}, json ${json})`,
    )
    return db
  }

  it('gives back each kind of value as it went in', async () => {
    const db = await openWithKinds()
    const bytes = new Uint8Array([0, 1, 127, 128, 255])
    await db.run(sql`
      INSERT INTO kinds VALUES
        (${Number.MAX_SAFE_INTEGER}, ${-7}, ${0.25}, ${"Zoë's 📚\n%_?$1"}, ${bytes}, ${'{"a":[1,"é"]}'})`)
    const row = await db.get<{ json: string }>(sql`SELECT * FROM kinds`)
    expect({ ...row, json: JSON.parse(row?.json ?? '') }).toEqual({
      id: Number.MAX_SAFE_INTEGER,
      small: -7,
      part: 0.25,
      text: "Zoë's 📚\n%_?$1",
      bytes,
      json: { a: [1, 'é'] },
    })
  })

  it('keeps empty text, empty bytes and null apart', async () => {
    const db = await openWithKinds()
    await db.run(sql`
      INSERT INTO kinds (small, text, bytes) VALUES (${0}, ${''}, ${new Uint8Array()}), (${null}, ${null}, ${null})`)
    expect(await db.all(sql`SELECT small, text, bytes FROM kinds ORDER BY small IS NULL`)).toEqual([
      { small: 0, text: '', bytes: new Uint8Array() },
      { small: null, text: null, bytes: null },
    ])
  })

  it('takes and gives truth values as 0 and 1, and bigints as numbers', async () => {
    const db = await openWithKinds()
    await db.run(sql`INSERT INTO kinds (id, small) VALUES (${5n}, ${true}), (${6n}, ${false})`)
    expect(await db.all(sql`SELECT id, small, small = 1 AS yes FROM kinds ORDER BY id`)).toEqual([
      { id: 5, small: 1, yes: 1 },
      { id: 6, small: 0, yes: 0 },
    ])
  })

  it('gives counts, sums and averages as numbers', async () => {
    const db = await openWithKinds()
    await db.run(sql`INSERT INTO kinds (id) VALUES (1), (2)`)
    expect(
      await db.get(sql`SELECT count(*) AS n, sum(id) AS total, avg(id) AS mean FROM kinds`),
    ).toEqual({ n: 2, total: 3, mean: 1.5 })
  })

  it.each([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['an object', { a: 1 }],
    ['a list', [1]],
    ['a date', new Date(0)],
  ])('refuses %s as a value', async (_name, value) => {
    const db = await openWithCounters(engine)
    await expect(db.get(sql`SELECT name FROM counters WHERE name = ${value}`)).rejects.toThrow(
      TypeError,
    )
  })

  it('gives undefined and an empty list when nothing matches', async () => {
    const db = await openWithCounters(engine)
    expect(await db.get(sql`SELECT * FROM users`)).toBeUndefined()
    expect(await db.all(sql`SELECT * FROM users`)).toEqual([])
  })

  it('counts the rows a statement changed', async () => {
    const db = await openWithCounters(engine)
    const insert = sql`INSERT INTO counters (name, value) VALUES ('a', 1), ('b', 1)`
    expect(await db.run(insert)).toEqual({ changes: 2 })
    expect(await db.run(sql`${insert} ON CONFLICT DO NOTHING`)).toEqual({ changes: 0 })
    expect(await db.run(sql`UPDATE counters SET value = 2 WHERE name = ${'a'}`)).toEqual({
      changes: 1,
    })
    expect(await db.run(sql`DELETE FROM counters WHERE name = ${'none'}`)).toEqual({ changes: 0 })
  })

  it('reads what was just written, also when the write itself returns rows', async () => {
    const db = await openWithCounters(engine)
    for (const value of [1, 2, 3]) {
      const written = await db.get(sql`
        INSERT INTO counters (name, value) VALUES ('a', ${value})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING value`)
      expect(written).toEqual({ value })
      expect(await db.all(sql`SELECT value FROM counters`)).toEqual([{ value }])
    }
  })

  it('runs one statement with different values, and many different statements', async () => {
    const db = await openWithCounters(engine)
    await db.run(sql`INSERT INTO counters (name, value) VALUES ('a', 1), ('b', 2)`)
    const counter = (name: string) => db.get(sql`SELECT value FROM counters WHERE name = ${name}`)
    expect(await Promise.all(['a', 'b', 'c', 'a'].map(counter))).toEqual([
      { value: 1 },
      { value: 2 },
      undefined,
      { value: 1 },
    ])
    for (let n = 0; n < 1_100; n += 1) {
      const answer = await db.get(
        sql`SELECT value + ${raw(String(n))} AS n FROM counters ORDER BY 1`,
      )
      expect(answer).toEqual({ n: n + 1 })
    }
  })

  it('composes lists of values', async () => {
    const db = await openWithCounters(engine)
    await db.run(sql`INSERT INTO counters (name, value) VALUES ('a', 1), ('b', 2), ('c', 3)`)
    const rows = await db.all(sql`
      SELECT value FROM counters WHERE name IN (${join(['a', 'c'])}) AND value < ${9} ORDER BY value`)
    expect(rows).toEqual([{ value: 1 }, { value: 3 }])
  })

  it('recognises a value that is taken', async () => {
    const db = await openWithCounters(engine)
    const add = (email: string) =>
      db.run(sql`
        INSERT INTO users (first_name, last_name, email, password_hash, created_at)
        VALUES ('Ada', 'L', ${email}, 'x', 1)`)
    await add(at('ada'))
    const taken = await add(at('ada')).catch((error) => error)
    expect(isUniqueViolation(taken)).toBe(true)
    const notLowerCase = await add(at('Ada')).catch((error) => error)
    expect(notLowerCase).toBeInstanceOf(Error)
    expect(isUniqueViolation(notLowerCase)).toBe(false)
  })

  it('recognises a primary key that is taken', async () => {
    const db = await openWithCounters(engine)
    const add = () => db.run(sql`INSERT INTO counters (name, value) VALUES ('a', 1)`)
    await add()
    expect(isUniqueViolation(await add().catch((error) => error))).toBe(true)
  })

  it('refuses a reference to nothing', async () => {
    const db = await openWithCounters(engine)
    const dangling = db.run(sql`
      INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) VALUES ('t', 99, 1, 2)`)
    const error = await dangling.catch((reason) => reason)
    expect(error.message).toMatch(/foreign key/i)
    expect(isUniqueViolation(error)).toBe(false)
  })

  it('goes on after a failed statement', async () => {
    const db = await openWithCounters(engine)
    await expect(db.get(sql`SELECT * FROM nowhere`)).rejects.toThrow('nowhere')
    expect(await db.get(sql`SELECT count(*) AS n FROM users`)).toEqual({ n: 0 })
  })

  it('can be closed twice', async () => {
    const db = await openWithCounters(engine)
    await db.close()
    await db.close()
    await expect(db.get(sql`SELECT 1 AS one`)).rejects.toThrow()
  })
})
