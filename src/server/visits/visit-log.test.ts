import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import { createVisitLog } from './visit-log.ts'

const visit = { path: '/', visitedAt: 1, network: '', userId: undefined }
const log = { warn: () => undefined }
const total = sql`SELECT sum(visits) AS visits FROM daily_visits`

it('writes waiting visits when it is closed', async () => {
  const db = await openTestDatabase('sqlite')
  const visits = createVisitLog({ db, log })
  for (let i = 0; i < 250; i++) visits.add(visit)
  await visits.close()
  expect(await db.get(total)).toEqual({ visits: 250 })
})

it('keeps visits while the database is unavailable', async () => {
  const db = await openTestDatabase('sqlite')
  let isDown = true
  const transaction: typeof db.transaction = (work) =>
    isDown ? Promise.reject(new Error('down')) : db.transaction(work)
  const visits = createVisitLog({ db: { ...db, transaction }, log })
  visits.add(visit)
  await visits.flush()
  isDown = false
  await visits.close()
  expect(await db.get(total)).toEqual({ visits: 1 })
})
