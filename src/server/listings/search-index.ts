import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'

// Each index takes its entries fastest in its own order.
const indexPending = `
  INSERT INTO search_newest (rowid, terms)
  SELECT (1 << 32) - id, search_text FROM listings
  WHERE id IN (SELECT id FROM search_pending) ORDER BY id DESC;
  INSERT INTO search_by_price (rowid, terms)
  SELECT (price_cents << 32) + id, search_text FROM listings
  WHERE id IN (SELECT id FROM search_pending) ORDER BY price_cents, id;
  DELETE FROM search_pending;`

/** SQLite's search indexes take many listings for little more than one: those that share a commit go in together. */
export function indexAtCommit(tx: Db): void {
  tx.atCommit?.(indexPending)
}

/** For a transaction that adds so many listings at once that it shares its commit with nobody. */
export async function indexTogether(tx: Db, insert: () => Promise<void>): Promise<void> {
  await insert()
  if (tx.dialect === 'sqlite' && (await hasPending(tx))) await tx.script(indexPending)
}

/** Not in a database as an older version left it, where each listing is indexed as it comes. */
async function hasPending(tx: Db): Promise<boolean> {
  const table = await tx.get(sql`SELECT 1 AS one FROM sqlite_schema WHERE name = 'search_pending'`)
  return table !== undefined
}
