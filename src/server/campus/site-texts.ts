import sql from 'sql-template-tag'
import type { TextName } from '#contract/site-text-rules.ts'
import type { Db } from '../database/database.ts'

export interface StoredText {
  id: number
  /** Null stands for the default of the release. */
  markdown: string | null
  changedBy: number | null
  changedAt: number
  /** When an admin hid the version from readers. It is null for a version that they see. */
  hiddenAt: number | null
}

const columns = sql`
  id, markdown, changed_by AS "changedBy", changed_at AS "changedAt", hidden_at AS "hiddenAt"`

/** Returns the versions of a text, the newest first. */
export function findTextHistory(db: Db, name: TextName, limit: number): Promise<StoredText[]> {
  return db.all<StoredText>(sql`
    SELECT ${columns} FROM site_texts WHERE name = ${name} ORDER BY id DESC LIMIT ${limit}`)
}

export function findText(db: Db, name: TextName, id: number): Promise<StoredText | undefined> {
  return db.get<StoredText>(
    sql`SELECT ${columns} FROM site_texts WHERE name = ${name} AND id = ${id}`,
  )
}

/** Returns the newest version before this one that readers see. */
export function findShownTextBefore(
  db: Db,
  name: TextName,
  id: number,
): Promise<StoredText | undefined> {
  return db.get<StoredText>(sql`
    SELECT ${columns} FROM site_texts
    WHERE name = ${name} AND id < ${id} AND hidden_at IS NULL ORDER BY id DESC LIMIT 1`)
}

export async function updateHiddenAt(tx: Db, id: number, hiddenAt: number | null): Promise<void> {
  await tx.run(sql`UPDATE site_texts SET hidden_at = ${hiddenAt} WHERE id = ${id}`)
}

export async function insertText(
  tx: Db,
  text: { name: TextName; markdown: string | null },
  { changedBy, now }: { changedBy: number | null; now: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO site_texts (name, markdown, changed_by, changed_at)
    VALUES (${text.name}, ${text.markdown}, ${changedBy}, ${now})`)
}

/** Returns a function that returns whether the texts, or what readers see of them, have changed since its last call. */
export function createTextWatch(db: Db) {
  let known = ''
  return async (): Promise<boolean> => {
    // A restore may bring another version with the same number.
    const row = await db.get(sql`
      SELECT id, changed_at,
        (SELECT COUNT(*) FROM site_texts WHERE hidden_at IS NOT NULL) AS hidden,
        (SELECT MAX(hidden_at) FROM site_texts WHERE hidden_at IS NOT NULL) AS last_hidden
      FROM site_texts ORDER BY id DESC LIMIT 1`)
    const state = row ? JSON.stringify(row) : ''
    const hasChanged = state !== known
    known = state
    return hasChanged
  }
}
