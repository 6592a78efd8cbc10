import sql, { bulk } from 'sql-template-tag'
import type { Db } from '../database/database.ts'

export interface LoggedVisit {
  path: string
  userAgent: string
  visitedAt: number
}

export async function insertVisits(db: Db, visits: LoggedVisit[]) {
  const rows = visits.map(({ path, userAgent, visitedAt }) => [path, userAgent, visitedAt])
  await db.run(sql`INSERT INTO visits (path, user_agent, visited_at) VALUES ${bulk(rows)}`)
}

const keptMs = 90 * 24 * 60 * 60_000

export async function sweepVisits(db: Db, now: number) {
  await db.run(sql`DELETE FROM visits WHERE visited_at <= ${now - keptMs}`)
}
