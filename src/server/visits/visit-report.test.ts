import { expect, it } from 'vitest'
import { campusDayNumber } from '#contract/campus-date.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { addDailyVisits } from './visit-queries.ts'
import { buildVisitReport } from './visit-report.ts'

const now = Date.UTC(2026, 10, 15, 12)
const today = campusDayNumber(now)

it.each(engines)('lists visits per day and the most visited paths on %s', async (engine) => {
  const db = await openTestDatabase(engine)
  await addDailyVisits(db, [
    { day: today, path: '/', visits: 1_200 },
    { day: today, path: '/rentals/7', visits: 30 },
    { day: today - 2, path: '/', visits: 5 },
    { day: today - 3, path: '/about', visits: 9 },
  ])
  const report = await buildVisitReport(db, { days: 3, now })
  expect(report.split('\n')).toEqual([
    'Day         Visits',
    '2026-11-13       5',
    '2026-11-14       0',
    '2026-11-15   1,230',
    'Total        1,235',
    '',
    'Path        Visits',
    '/            1,205',
    '/rentals/7      30',
  ])
})

it('lists at most 20 paths, and none without visits', async () => {
  const db = await openTestDatabase('sqlite')
  expect(await buildVisitReport(db, { days: 1, now })).toBe(
    'Day         Visits\n2026-11-15       0\nTotal            0',
  )
  const rows = Array.from({ length: 25 }, (_, n) => ({
    day: today,
    path: `/misc/${n + 1}`,
    visits: 1,
  }))
  await addDailyVisits(db, rows)
  const report = await buildVisitReport(db, { days: 1, now })
  expect(report.match(/^\/misc/gm)).toHaveLength(20)
})
