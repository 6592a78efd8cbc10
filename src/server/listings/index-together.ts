import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'

/**
 * SQLite's search indexes take listings fastest in their own order: what `insert` adds is indexed as a whole,
 * in the same transaction, while the trigger that indexes one listing at a time is away.
 */
export async function indexTogether(tx: Db, insert: () => Promise<void>): Promise<void> {
  const trigger = tx.dialect === 'sqlite' ? await triggerOf(tx) : undefined
  if (!trigger) return insert()
  const last = await lastId(tx)
  await tx.script('DROP TRIGGER listings_search_added')
  await insert()
  await tx.script(`
    INSERT INTO search_newest (rowid, terms)
    SELECT (1 << 32) - id, search_text FROM listings WHERE id > ${last} ORDER BY id DESC;
    INSERT INTO search_by_price (rowid, terms)
    SELECT (price_cents << 32) + id, search_text FROM listings WHERE id > ${last}
    ORDER BY price_cents, id;
    ${trigger}`)
}

async function triggerOf(tx: Db): Promise<string | undefined> {
  const row = await tx.get<{ text: string }>(
    sql`SELECT sql AS text FROM sqlite_schema WHERE name = 'listings_search_added'`,
  )
  return row?.text
}

async function lastId(tx: Db): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM listings`)
  return row?.id ?? 0
}
