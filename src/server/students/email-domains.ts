import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { campusRevision, domainOf, findUniversity, isCampusEmail } from '#campus/campus.ts'
import type { Db } from '../database/database.ts'

/** How many ids a query counts. No index serves domains, and SQLite blocks all requests. */
const countedIds = 2_000

/** Counts the students of each email domain, most first. */
export async function countStudentsByDomain(db: Db): Promise<{ domain: string; count: number }[]> {
  const domain =
    db.dialect === 'postgres'
      ? sql`split_part(email, '@', 2)`
      : sql`substr(email, instr(email, '@') + 1)`
  const newest = await db.get<{ id: number | null }>(sql`SELECT MAX(id) AS id FROM users`)
  const counts = new Map<string, number>()
  for (let from = 0; from <= (newest?.id ?? 0); from += countedIds) {
    const rows = await db.all<{ domain: string; count: number }>(sql`
      SELECT ${domain} AS domain, count(*) AS count FROM users
      WHERE id >= ${from} AND id < ${from + countedIds} GROUP BY 1`)
    for (const row of rows) counts.set(row.domain, (counts.get(row.domain) ?? 0) + row.count)
    await yieldToEventLoop()
  }
  return Array.from(counts, ([name, count]) => ({ domain: name, count })).toSorted(
    (a, b) => b.count - a.count || (a.domain < b.domain ? -1 : 1),
  )
}

/**
 * Returns a function that checks whether an address may have an account: the campus has its domain, or students still have
 * it from before it was removed. It never says whether this one address has an account. The domains are read again after
 * the campus has changed. Until then no account gets another one.
 */
export function createAddressCheck(db: Db) {
  let known: { revision: number; domains: Promise<Set<string>> } | undefined

  function readDomains(): Promise<Set<string>> {
    if (known?.revision === campusRevision) return known.domains
    const reading = countStudentsByDomain(db).then(
      (counts) => new Set(counts.map(({ domain }) => domain)),
    )
    known = { revision: campusRevision, domains: reading }
    reading.catch(() => {
      known = undefined
    })
    return reading
  }

  return async (email: string): Promise<boolean> =>
    findUniversity(email) ? isCampusEmail(email) : (await readDomains()).has(domainOf(email))
}
