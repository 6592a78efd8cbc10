import { campusDayNumber } from '#contract/campus-date.ts'
import { formatNumber } from '#contract/format.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { findMostVisitedPaths, findVisitsByDay } from './visit-queries.ts'

const maxPaths = 20

interface ReportOptions {
  days: number
  now: number
}

/** The visits of the last days, today included, and the most visited paths, as two plain tables. */
export async function buildVisitReport(db: Db, { days, now }: ReportOptions): Promise<string> {
  const today = campusDayNumber(now)
  const firstDay = today - days + 1
  const counts = new Map(
    (await findVisitsByDay(db, firstDay)).map(({ day, visits }) => [day, visits]),
  )
  const dayRows = Array.from({ length: days }, (_, index): Row => {
    const day = firstDay + index
    return [new Date(day * dayMs).toISOString().slice(0, 10), counts.get(day) ?? 0]
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
