import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { dayMs } from '../durations.ts'
import { findNewToday } from '../visits/view-queries.ts'
import { createCounts } from './counts.ts'

it('keeps what could not be written, and writes what was counted during a write', async () => {
  const db = await openTestDatabase('sqlite')
  const warnings: string[] = []
  let isDown = true
  const transaction: typeof db.transaction = (work) =>
    isDown ? Promise.reject(new Error('down')) : db.transaction(work)
  const log = { warn: (_: unknown, text: string) => void warnings.push(text) } as never
  const counts = createCounts({ db: { ...db, transaction }, now: () => 0, log, findNewToday })
  counts.addForMailbox('codes sent', 'ada@campus.example')
  counts.addError('GET /a')
  await counts.flush()
  expect(warnings).toEqual(['counts not written'])
  isDown = false
  counts.addForMailbox('codes sent', 'bob@campus.example')
  const writing = counts.flush()
  counts.addForMailbox('codes sent', 'cleo@campus.example')
  await counts.close()
  await writing
  expect(await db.all(sql`SELECT label, count FROM day_counts`)).toEqual([
    { label: 'campus.example', count: 3 },
  ])
  expect(await db.all(sql`SELECT route, count FROM route_errors`)).toEqual([
    { route: 'GET /a', count: 1 },
  ])
})

it('counts a mailbox once a day, whatever the number of processes', async () => {
  const db = await openTestDatabase('sqlite')
  let now = 0
  const log = { warn: () => expect.unreachable() } as never
  const deps = { db, now: () => now, log, findNewToday }
  const processes = [createCounts(deps), createCounts(deps)]
  for (const day of [1, 2]) {
    now = day * dayMs
    for (const counts of processes) {
      for (const name of ['ada', 'ADA', 'ada', 'bob']) {
        counts.addForMailbox('codes sent', `${name}@campus.example`)
      }
      counts.addForMailbox('codes typed', 'ada@campus.example')
      await counts.flush()
    }
  }
  const rows = await db.all(sql`SELECT name, count FROM day_counts ORDER BY day, name`)
  const each = [
    { name: 'codes sent', count: 2 },
    { name: 'codes typed', count: 1 },
  ]
  expect(rows).toEqual([...each, ...each])
  expect(JSON.stringify(await readAllTables(db))).not.toContain('ada@')
})
