import sql from 'sql-template-tag'
import type { TextName } from '#contract/site-text-rules.ts'
import type { Db } from '../database/database.ts'

export interface StoredText {
  id: number
  /** Null stands for the default of the release. */
  markdown: string | null
  changedBy: number | null
  changedAt: number
}

const columns = sql`id, markdown, changed_by AS "changedBy", changed_at AS "changedAt"`

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

export async function insertText(
  tx: Db,
  text: { name: TextName; markdown: string | null },
  { changedBy, now }: { changedBy: number | null; now: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO site_texts (name, markdown, changed_by, changed_at)
    VALUES (${text.name}, ${text.markdown}, ${changedBy}, ${now})`)
}

/** Returns a function that returns whether the texts have changed since its last call. */
export function createTextWatch(db: Db) {
  let known = 0
  return async (): Promise<boolean> => {
    const row = await db.get<{ id: number | null }>(sql`SELECT MAX(id) AS id FROM site_texts`)
    const id = row?.id ?? 0
    const hasChanged = id !== known
    known = id
    return hasChanged
  }
}
