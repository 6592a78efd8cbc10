import type { Db } from '../../database/database.ts'
import { browseListings, countListings } from './browse-queries.ts'
import type { ListCriteria, Matches } from './list-criteria.ts'
import { countPostgres, searchPostgres } from './search-postgres.ts'
import { countSqlite, searchSqlite } from './search-sqlite.ts'

export function findMatches(db: Db, criteria: ListCriteria): Promise<Matches> {
  if (criteria.terms.length === 0) return browseListings(db, criteria)
  return db.dialect === 'sqlite' ? searchSqlite(db, criteria) : searchPostgres(db, criteria)
}

/** Of all pages, up to `maxExactTotal + 1`. */
export function countMatches(db: Db, criteria: ListCriteria): Promise<number> {
  if (criteria.terms.length === 0) return countListings(db, criteria)
  return db.dialect === 'sqlite' ? countSqlite(db, criteria) : countPostgres(db, criteria)
}
