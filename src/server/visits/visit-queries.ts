import sql, { bulk } from 'sql-template-tag'
import { campusDayNumber } from '#format/campus-date.ts'
import { formatNumber } from '#format/format.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { dayMs, toIso } from '../durations.ts'
import { deleteExpiredViews } from './view-queries.ts'

export const visitRetentionDays = 90

export interface DailyVisits {
  /** The campus day, in days since 1970. */
  day: number
  path: string
  visits: number
}

/** Adds to the daily visits. Rows are locked in the order of their keys, so that two processes cannot deadlock. */
export async function addDailyVisits(tx: Db, counts: DailyVisits[]) {
  const rows = counts
    .toSorted((a, b) => a.day - b.day || (a.path < b.path ? -1 : 1))
    .map(({ day, path, visits }) => [day, path, visits])
  await tx.run(sql`
    INSERT INTO daily_visits (day, path, visits) VALUES ${bulk(rows)}
    ON CONFLICT (day, path) DO UPDATE SET visits = daily_visits.visits + excluded.visits`)
}

export async function deleteExpiredVisits(db: Db, now: number) {
  const where = sql`day <= ${campusDayNumber(now) - visitRetentionDays}`
  await cleanUp(db, { table: 'daily_visits', primaryKey: ['day', 'path'], where })
}

/** Counts the visits of the campus day by page pattern, such as "/rentals/:id". */
export async function findVisitsByPage(db: Db, now: number): Promise<Map<string, number>> {
  const rows = await db.all<{ prefix: string; visits: number }>(sql`
    SELECT rtrim(path, '0123456789') AS prefix, sum(visits) AS visits
    FROM daily_visits WHERE day = ${campusDayNumber(now)} GROUP BY 1`)
  return new Map(rows.map(({ prefix, visits }) => [toPagePattern(prefix), visits]))
}

const toPagePattern = (prefix: string) => prefix.replace(/.\/$/, '$&:id')

/** Counts the visits of each day. Days without visits have no row. */
export function findVisitsByDay(db: Db, firstDay: number) {
  return db.all<{ day: number; visits: number }>(sql`
    SELECT day, sum(visits) AS visits FROM daily_visits WHERE day >= ${firstDay}
    GROUP BY day ORDER BY day`)
}

export function findMostVisitedPaths(db: Db, firstDay: number, limit: number) {
  return db.all<{ path: string; visits: number }>(sql`
    SELECT path, sum(visits) AS visits FROM daily_visits WHERE day >= ${firstDay}
    GROUP BY path ORDER BY visits DESC, path LIMIT ${limit}`)
}

export const visitsData: RoomData = {
  tables: {
    listing_views: { key: ['listing_id', 'day'], references: ['listings'] },
    daily_visits: { key: ['day', 'path'] },
    counted_views: {
      notInBackups: 'it identifies the visitors of a day and is deleted after it',
    },
    day_salts: { notInBackups: 'with it, the visitors of today could be identified' },
  },
  expire: [deleteExpiredVisits, deleteExpiredViews],
}

const maxPaths = 20

interface ReportOptions {
  days: number
  now: number
}

/** Writes two plain tables: the visits of the last days, including today, and the most visited paths. */
export async function buildVisitReport(db: Db, { days, now }: ReportOptions): Promise<string> {
  const today = campusDayNumber(now)
  const firstDay = today - days + 1
  const counts = new Map(
    (await findVisitsByDay(db, firstDay)).map(({ day, visits }) => [day, visits]),
  )
  const dayRows = Array.from({ length: days }, (_, index): Row => {
    const day = firstDay + index
    return [toIso(day * dayMs).slice(0, 10), counts.get(day) ?? 0]
  })
  const total = dayRows.reduce((sum, [, visits]) => sum + visits, 0)
  const paths = await findMostVisitedPaths(db, firstDay, maxPaths)
  const pathRows = paths.map(({ path, visits }): Row => [path, visits])
  return [
    formatTable('Day', [...dayRows, ['Total', total]]),
    ...(pathRows.length > 0 ? [formatTable('Path', pathRows)] : []),
  ].join('\n\n')
}

type Row = [label: string, visits: number]

function formatTable(heading: string, rows: Row[]): string {
  const cells: [string, string][] = [
    [heading, 'Visits'],
    ...rows.map(([label, visits]): [string, string] => [label, formatNumber(visits)]),
  ]
  const labelWidth = Math.max(...cells.map(([label]) => label.length))
  const countWidth = Math.max(...cells.map(([, count]) => count.length))
  return cells
    .map(([label, count]) => `${label.padEnd(labelWidth)}  ${count.padStart(countWidth)}`)
    .join('\n')
}
