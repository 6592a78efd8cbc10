import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campusDayNumber } from '#format/campus-date.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { dayMs } from '../durations.ts'
import {
  addDailyVisits,
  buildVisitReport,
  deleteExpiredVisits,
  findMostVisitedPaths,
  findVisitsByDay,
  findVisitsByPage,
} from './visit-queries.ts'

const now = Date.UTC(2026, 10, 15, 12)
const today = campusDayNumber(now)

describe.each(engines)('daily visits on %s', (engine) => {
  it('are added up per day and path', async () => {
    const db = await openTestDatabase(engine)
    await addDailyVisits(db, [
      { day: today, path: '/rentals', visits: 2 },
      { day: today, path: '/', visits: 1 },
      { day: today - 1, path: '/rentals', visits: 5 },
    ])
    await addDailyVisits(db, [{ day: today, path: '/rentals', visits: 3 }])
    expect(await db.all(sql`SELECT day, path, visits FROM daily_visits ORDER BY 1, 2`)).toEqual([
      { day: today - 1, path: '/rentals', visits: 5 },
      { day: today, path: '/', visits: 1 },
      { day: today, path: '/rentals', visits: 5 },
    ])
  })

  it('are deleted after 90 days', async () => {
    const db = await openTestDatabase(engine)
    await addDailyVisits(db, [{ day: today, path: '/', visits: 1 }])
    await deleteExpiredVisits(db, now + 89 * dayMs)
    expect(await findVisitsByDay(db, 0)).toEqual([{ day: today, visits: 1 }])
    await deleteExpiredVisits(db, now + 90 * dayMs)
    expect(await findVisitsByDay(db, 0)).toEqual([])
  })

  it('are reported by page pattern, day and path', async () => {
    const db = await openTestDatabase(engine)
    await addDailyVisits(db, [
      { day: today, path: '/', visits: 1 },
      { day: today, path: '/rentals', visits: 2 },
      { day: today, path: '/rentals/create', visits: 3 },
      { day: today, path: '/rentals/7', visits: 4 },
      { day: today, path: '/rentals/120', visits: 5 },
      { day: today, path: '/students/:id', visits: 7 },
      { day: today, path: 'other', visits: 6 },
      { day: today - 1, path: '/rentals/7', visits: 10 },
      { day: today - 2, path: '/', visits: 100 },
    ])
    expect(Object.fromEntries(await findVisitsByPage(db, now))).toEqual({
      '/': 1,
      '/rentals': 2,
      '/rentals/create': 3,
      '/rentals/:id': 9,
      '/students/:id': 7,
      other: 6,
    })
    expect(await findVisitsByDay(db, today - 1)).toEqual([
      { day: today - 1, visits: 10 },
      { day: today, visits: 28 },
    ])
    expect(await findMostVisitedPaths(db, today - 1, 2)).toEqual([
      { path: '/rentals/7', visits: 14 },
      { path: '/students/:id', visits: 7 },
    ])
  })
})

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
