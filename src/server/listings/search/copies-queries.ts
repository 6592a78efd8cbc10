import sql, { raw } from 'sql-template-tag'
import type { CategoryWithCopies } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'

/** In SQL as a literal, or an index of the expression cannot serve it; names are lower-case letters. */
const detail = (name: string) => raw(`details ->> '${name}'`)

export interface CopyRow {
  id: number
  price_cents: number
  ends_at: number
  /** Of the field that says whether it is wanted; null in rows that are older than the field. */
  wanted_value: string | null
}

/** The listed ones of this thing that have not ended by the clock, the newest first. */
export function findCopies(
  db: Db,
  { id, copies, wantedWhen }: CategoryWithCopies,
  value: string,
  { now, limit }: { now: number; limit: number },
): Promise<CopyRow[]> {
  return db.all<CopyRow>(sql`
    SELECT id, price_cents, ends_at, ${detail(wantedWhen.field)} AS wanted_value FROM listings
    WHERE ${detail(copies.field)} = ${value} AND category = ${id} AND listed AND ends_at > ${now}
    ORDER BY rank DESC LIMIT ${limit}`)
}

/** The newest, also of those that have ended; never one that moderators have taken down or may take down. */
export function findNewestCopy(
  db: Db,
  { id, copies }: CategoryWithCopies,
  value: string,
  { onlyListed, now }: { onlyListed: boolean; now: number },
): Promise<{ title: string; details: string } | undefined> {
  const status = onlyListed
    ? sql`listed AND ends_at > ${now}`
    : sql`status NOT IN ('hidden', 'removed')`
  return db.get(sql`
    SELECT title, details FROM listings
    WHERE ${detail(copies.field)} = ${value} AND category = ${id} AND ${status}
    ORDER BY rank DESC LIMIT 1`)
}
