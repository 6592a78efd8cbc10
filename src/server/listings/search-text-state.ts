import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { type AnyCategory, categories } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { searchTextVersion } from './search-text.ts'

/** Of everything but the listing that its search text is built from. */
function fingerprint(): string {
  const definitions = categories.map(({ id, search, filters }: AnyCategory) => [
    id,
    search.fields,
    Object.values(filters).map((filter) => [
      filter.kind,
      filter.field,
      filter.kind === 'contains' ? filter.text : '',
    ]),
  ])
  return createHash('sha256')
    .update(JSON.stringify([searchTextVersion, definitions]))
    .digest('hex')
}

/** Whether the stored search texts were built by another definition, or nobody knows. */
export async function isSearchTextStale(db: Db): Promise<boolean> {
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = 'search-text'`,
  )
  return row?.value !== fingerprint()
}

/** All stored search texts are up to date. */
export async function recordSearchText(db: Db): Promise<void> {
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES ('search-text', ${fingerprint()})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
}

/** For rows of unknown age, as those of a backup. */
export async function forgetSearchText(tx: Db): Promise<void> {
  await tx.run(sql`DELETE FROM site_state WHERE name = 'search-text'`)
}
