import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import { createCounts } from './counts.ts'

it('keeps what could not be written, and writes what was counted during a write', async () => {
  const db = await openTestDatabase('sqlite')
  const warnings: string[] = []
  let isDown = true
  const transaction: typeof db.transaction = (work) =>
    isDown ? Promise.reject(new Error('down')) : db.transaction(work)
  const log = { warn: (_: unknown, text: string) => void warnings.push(text) } as never
  const counts = createCounts({ db: { ...db, transaction }, now: () => 0, log })
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
