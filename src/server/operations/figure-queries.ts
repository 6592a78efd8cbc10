import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { bulk } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { WeeklyFigure } from './weekly-tally.ts'

/** How many rows are written at once. SQLite blocks all requests while it writes them. */
const sliceSize = 200

/**
 * A later count never lowers a count: students delete listings, conversations and sessions, and what they did happened
 * nevertheless. Medians, who is behind them, and the figures of the night are replaced. The oldest weeks are stored first,
 * because the newest week in the table says how far the job has come.
 */
export async function storeFigures(db: Db, figures: readonly WeeklyFigure[]) {
  const ordered = figures.toSorted((a, b) => a.week - b.week)
  for (let start = 0; start < ordered.length; start += sliceSize) {
    const rows = ordered
      .slice(start, start + sliceSize)
      .map(({ week, name, category, value }) => [week, name, category, value])
    await db.run(sql`
      INSERT INTO weekly_figures (week, name, category, value) VALUES ${bulk(rows)}
      ON CONFLICT (week, name, category) DO UPDATE SET value = CASE
        WHEN excluded.name IN ('reply', 'replied_people', 'searchers', 'unmatched_searchers')
          OR excluded.value > weekly_figures.value THEN excluded.value
        ELSE weekly_figures.value END`)
    await yieldToEventLoop()
  }
}

/** Reads the figures of these weeks. */
export function findFigures(db: Db, from: number, to: number): Promise<WeeklyFigure[]> {
  return db.all<WeeklyFigure>(sql`
    SELECT week, name, category, value FROM weekly_figures
    WHERE week BETWEEN ${from} AND ${to}`)
}
