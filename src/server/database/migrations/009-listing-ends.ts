import sql, { join } from 'sql-template-tag'
import { addCampusDays, endOfCampusDay } from '#format/campus-date.ts'
import type { Db } from '../database.ts'
import type { MigrateRows } from '../migrate.ts'

const batchSize = 500
/** No listing ends earlier than this many days after the upgrade. */
const minDays = 14
const daysByCategory: Record<string, number> = { rental: 60, textbook: 120, misc: 30 }
const defaultDays = 60
const minuteMs = 60_000
const minutesPerDay = 24 * 60
const isDay = /^\d{4}-\d\d-\d\d$/

interface Row {
  id: number
  category: string
  details: string
  posted_at: number
}

/**
 * Gives every listing its end. The rule is copied and not imported, because a migration must do the same even after
 * definitions change.
 */
export const migrateRows: MigrateRows = async (tx, now) => {
  await updateEnds(tx, addCampusDays(now, minDays))
  // Building a GIN index once is faster than updating it with every row.
  if (tx.dialect === 'postgres') await tx.script(createSearchIndex)
}

const createSearchIndex = `
  CREATE INDEX listings_search ON listings USING gin (search_terms) WITH (fastupdate = off) WHERE listed`

async function updateEnds(tx: Db, minEnd: number) {
  for (let lastId = 0; ; ) {
    const rows = await tx.all<Row>(sql`
      SELECT id, category, details, posted_at FROM listings
      WHERE id > ${lastId} ORDER BY id LIMIT ${batchSize}`)
    const last = rows.at(-1)
    if (!last) return
    lastId = last.id
    // The ends are spread over a day, because many at one moment would cause many emails and much work at once.
    const ends = rows.map((row) => {
      const earliest = minEnd + (row.id % minutesPerDay) * minuteMs
      return sql`(${row.id}, ${Math.max(endByRule(row), earliest)})`
    })
    await tx.run(sql`
      UPDATE listings SET ends_at = CAST(ends.column2 AS BIGINT) FROM (VALUES ${join(ends)}) AS ends
      WHERE listings.id = CAST(ends.column1 AS BIGINT)`)
  }
}

/** Returns the end. A sublet, always a rental, ends 14 days after its move-in date or after 45 days, whichever is sooner. */
function endByRule({ category, details, posted_at }: Row): number {
  const { is_sublet, date_available } = JSON.parse(details) ?? {}
  if (is_sublet !== true) {
    return addCampusDays(posted_at, daysByCategory[category] ?? defaultDays)
  }
  const latest = addCampusDays(posted_at, 45)
  const moveIn = isDay.test(date_available) ? endOfCampusDay(date_available) : Number.NaN
  return Number.isNaN(moveIn) ? latest : Math.min(latest, addCampusDays(moveIn, 14))
}
