import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../../database/database.ts'

/** How many pages a step writes. No request waits long for it. */
const pagesPerStep = 20

/**
 * Merges the segments of the FTS5 tables into one while the site runs. Every posting adds a segment, SQLite merges them
 * only now and then, and a search looks up each of its terms in every segment.
 */
export async function mergeSearchIndex(db: Db, signal: AbortSignal): Promise<void> {
  if (db.dialect !== 'sqlite') return
  for (const table of ['search_newest', 'search_by_price']) {
    // A negative number begins to merge all segments. Positive ones go on until nothing changes any more.
    let pages = -pagesPerStep
    while (await mergePages(db, table, pages)) {
      signal.throwIfAborted()
      pages = pagesPerStep
      await yieldToEventLoop()
    }
  }
}

/** Returns whether there was anything to merge: the command itself counts as one change. */
function mergePages(db: Db, table: string, pages: number): Promise<boolean> {
  const countChanges = sql`SELECT total_changes() AS changes`
  return db.transaction(async (tx) => {
    const before = await tx.get<{ changes: number }>(countChanges)
    await tx.run(sql`
      INSERT INTO ${raw(table)} (${raw(table)}, rank) VALUES ('merge', ${pages})`)
    const after = await tx.get<{ changes: number }>(countChanges)
    return (after?.changes ?? 0) - (before?.changes ?? 0) > 1
  })
}
