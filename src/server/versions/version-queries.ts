import sql, { raw } from 'sql-template-tag'
import { type CategoryId, categories } from '#categories/index.ts'
import type { Db } from '../database/database.ts'

/** The version of each category; 0 until its first change. */
export type Versions = Readonly<Record<CategoryId, number>>

/** One column for each category, so that another statement can read them all in its own round trip. */
export const versionColumns = raw(categories.map(({ id }) => versionColumn(id)).join(', '))

function versionColumn(category: CategoryId): string {
  const version = `SELECT version FROM category_versions WHERE category = '${category}'`
  return `COALESCE((${version}), 0) AS "${category}"`
}

/** Composed once: every cached response needs it. */
const allVersions = sql`SELECT ${versionColumns}`

export async function readVersions(db: Pick<Db, 'all'>): Promise<Versions> {
  const [versions] = await db.all<Versions>(allVersions)
  if (!versions) throw new Error('A SELECT without FROM returned no row.')
  return versions
}
