import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { createVisitLog } from './visit-log.ts'
import { insertVisits, sweepVisits } from './visit-queries.ts'

const visit = { path: '/', userAgent: '', visitedAt: 1, address: '', userId: undefined }
const log = { warn: () => undefined }
const count = sql`SELECT count(*) AS visits FROM visits`

it('writes what is waiting when it closes', async () => {
  const db = await openTestDatabase('sqlite')
  const visits = createVisitLog({ db, log })
  for (let i = 0; i < 250; i++) visits.add(visit)
  await visits.close()
  expect(await db.get(count)).toEqual({ visits: 250 })
})

it('keeps visits while the database is away', async () => {
  const db = await openTestDatabase('sqlite')
  let away = true
  const transaction: typeof db.transaction = (work) =>
    away ? Promise.reject(new Error('away')) : db.transaction(work)
  const visits = createVisitLog({ db: { ...db, transaction }, log })
  visits.add(visit)
  await visits.flush()
  away = false
  await visits.close()
  expect(await db.get(count)).toEqual({ visits: 1 })
})

it.each(engines)('forgets visits after ninety days on %s', async (engine) => {
  const day = 24 * 60 * 60_000
  const db = await openTestDatabase(engine)
  await insertVisits(db, [visit, { ...visit, visitedAt: day }])
  await sweepVisits(db, 90 * day)
  expect(await db.get(count)).toEqual({ visits: 2 })
  await sweepVisits(db, 90 * day + 1)
  expect(await db.get(count)).toEqual({ visits: 1 })
})
