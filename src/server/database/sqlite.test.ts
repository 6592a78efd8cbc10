import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sql from 'sql-template-tag'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { DatabaseBusy, DatabaseUnavailable, type Db } from './database.ts'
import { openSqlite } from './sqlite.ts'

async function openWithTable(lockTimeoutMs = 5_000) {
  const { DATA_DIR } = await testDatabaseSettings('sqlite')
  const path = join(DATA_DIR, 'quad.db')
  const db = openSqlite(path, { lockTimeoutMs })
  const other = new DatabaseSync(path, { timeout: 0 })
  onTestFinished(async () => {
    other.close()
    await db.close()
  })
  await db.script('CREATE TABLE a (n INTEGER, t TEXT) STRICT')
  return { db, other, path }
}

const insert = sql`INSERT INTO a (n) VALUES (1)`
const count = sql`SELECT count(*) AS n FROM a`

it('waits for another process that writes, without blocking this one', async () => {
  const { db, other } = await openWithTable()
  other.exec('BEGIN IMMEDIATE')
  const writes = [
    db.run(insert),
    db.transaction((tx) => tx.run(insert)),
    db.get(sql`${insert} RETURNING n`),
  ]
  expect(await db.get(count)).toEqual({ n: 0 })
  other.exec('COMMIT')
  await Promise.all(writes)
  expect(await db.get(count)).toEqual({ n: 3 })
})

it('throws DatabaseBusy while another process holds the lock, and works afterwards', async () => {
  const { db, other } = await openWithTable(20)
  other.exec('BEGIN IMMEDIATE')
  await expect(db.run(insert)).rejects.toThrow(DatabaseBusy)
  await expect(db.transaction((tx) => tx.run(insert))).rejects.toThrow(DatabaseBusy)
  other.exec('COMMIT')
  await db.run(insert)
  expect(await db.get(count)).toEqual({ n: 1 })
})

it('times out writes that queue behind another process together, not one after another', async () => {
  const { db, other } = await openWithTable(400)
  other.exec('BEGIN IMMEDIATE')
  const startedAt = performance.now()
  const writes = Array.from({ length: 20 }, () => db.transaction((tx) => tx.run(insert)))
  const results = await Promise.allSettled(writes)
  const elapsedMs = performance.now() - startedAt
  other.exec('COMMIT')
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  // Waiting one after another would take 20 times the timeout, which is 8 s.
  expect(elapsedMs).toBeLessThan(4_000)
})

it('sees at once what another process committed', async () => {
  const { db, other } = await openWithTable()
  expect(await db.get(count)).toEqual({ n: 0 })
  other.exec('INSERT INTO a (n) VALUES (1)')
  expect(await db.get(count)).toEqual({ n: 1 })
})

it('fails writes and goes on reading when there is no room left', async () => {
  const { db } = await openWithTable()
  await db.run(insert)
  await db.script('PRAGMA max_page_count = 2')
  const big = sql`INSERT INTO a (t) VALUES (${'x'.repeat(20_000)})`
  await expect(db.run(big)).rejects.toThrow(DatabaseUnavailable)
  await expect(db.transaction((tx) => tx.run(big))).rejects.toThrow(DatabaseUnavailable)
  expect(await db.get(count)).toEqual({ n: 1 })
  await db.script('PRAGMA max_page_count = 1000000')
  await db.run(big)
  expect(await db.get(count)).toEqual({ n: 2 })
})

it('syncs each commit to disk and checks references', async () => {
  const { db } = await openWithTable()
  await db.transaction(async (tx) => {
    const settings = await tx.get(sql`
      SELECT journal_mode, synchronous, foreign_keys
      FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys`)
    expect(settings).toEqual({ journal_mode: 'wal', synchronous: 2, foreign_keys: 1 })
  })
})

it('lets nobody else write from the beginning of a transaction to its end', async () => {
  const { db, other } = await openWithTable()
  await db.transaction(async (tx) => {
    expect(await tx.get(count)).toEqual({ n: 0 })
    expect(() => other.exec('INSERT INTO a (n) VALUES (1)')).toThrow('locked')
    await tx.run(insert)
  })
  other.exec('INSERT INTO a (n) VALUES (1)')
  expect(await db.get(count)).toEqual({ n: 2 })
})

it('lets other work through a long chain of short statements', async () => {
  const { db } = await openWithTable()
  const slow = sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
    SELECT max(n) AS n FROM numbers`
  const countTurns = async (on: Db) => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    for (let times = 0; times < 500 && turns < 3; times++) await on.get(slow)
    clearInterval(timer)
    return turns
  }
  expect(await countTurns(db)).toBe(3)
  expect(await db.transaction(countTurns)).toBe(3)
  expect(await Promise.all([countTurns(db), countTurns(db)])).toEqual([3, 3])
})

it('copies a short log at once, and a long one beside its own work', async () => {
  const { db, other } = await openWithTable()
  const countPagesToCopy = () => {
    const row = other.prepare('PRAGMA wal_checkpoint(NOOP)').get()
    return Number(row?.log) - Number(row?.checkpointed)
  }
  // This is the log after a long read, such as a backup.
  other.exec('PRAGMA wal_autocheckpoint = 0')
  const write = other.prepare('INSERT INTO a (t) VALUES (?)')
  write.run('x'.repeat(6_000_000))
  await db.transaction((tx) => tx.run(insert))
  expect(countPagesToCopy()).toBe(0)
  write.run('x'.repeat(10_000_000))
  await db.run(insert)
  expect(countPagesToCopy()).toBeGreaterThan(2_000)
  await vi.waitFor(() => expect(countPagesToCopy()).toBe(0), 20_000)
})

it('passes whole numbers as integers', async () => {
  const { db } = await openWithTable()
  const passed = sql`SELECT typeof(${5}) AS whole, ${5} || '' AS text, typeof(${0.5}) AS part`
  expect(await db.get(passed)).toEqual({ whole: 'integer', text: '5', part: 'real' })
})

it('overwrites what is deleted or changed, in pages that are no longer used too', async () => {
  const { db, path } = await openWithTable()
  const readText = async () => {
    await db.script('PRAGMA wal_checkpoint(TRUNCATE)')
    return (await readFile(path)).toString('latin1')
  }
  const texts = ['a short secret', `${'x'.repeat(20_000)} a long secret`, 'a changed secret']
  for (const [n, text] of texts.entries()) {
    await db.run(sql`INSERT INTO a (n, t) VALUES (${n}, ${text})`)
  }
  expect((await readText()).match(/a \w+ secret/g)).toHaveLength(3)
  await db.run(sql`DELETE FROM a WHERE n < 2`)
  await db.run(sql`UPDATE a SET t = 'other' WHERE n = 2`)
  expect(await readText()).not.toContain('secret')
})

it('compiles a statement with a limit once, whatever else is bound', async () => {
  const { db } = await openWithTable()
  for (const n of [1, 2, 3, 4]) await db.run(sql`INSERT INTO a (n) VALUES (${n})`)
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const find = (above: number, limit: number) =>
    db.all(sql`
      SELECT n FROM (SELECT n FROM a WHERE n > ${above} ORDER BY n LIMIT ${limit}) AS few
      WHERE n < ${9} LIMIT ${2}`)
  expect(await find(0, 3)).toEqual([{ n: 1 }, { n: 2 }])
  expect(await find(3, 3)).toEqual([{ n: 4 }])
  expect(await find(0, 1)).toEqual([{ n: 1 }])
  // SQLite asks for permission whenever it compiles a statement, which it also does after this call.
  const authorize = vi.fn(() => 0)
  for (const database of prepare.mock.contexts) {
    if (database instanceof DatabaseSync) database.setAuthorizer(authorize)
  }
  for (const limit of [3, 1]) await find(0, limit)
  expect(authorize).toHaveBeenCalled()
  authorize.mockClear()
  for (const limit of [3, 1]) await find(2, limit)
  expect(authorize).not.toHaveBeenCalled()
})
