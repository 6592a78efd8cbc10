import sql, { join } from 'sql-template-tag'
import { nextTerms } from '#categories/academic-terms.ts'
import { categories, categoryById } from '#categories/index.ts'
import { campusIsoDate } from '#contract/campus-date.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { listingTitle } from '#contract/listing-fields.ts'
import type { Db } from '#server/database/database.ts'
import { listingGenerators } from '../seed-content.ts'
import { createRandom, type SeededRandom } from '../seeded-random.ts'

const rowsPerInsert = 500

interface SearchCounts {
  students: number
  searchesOfStudent: number
}

/** What students save: some words, some filters and mostly a price; hardly two are the same. All have seen what there is. */
export async function insertSearches(db: Db, { students, searchesOfStudent }: SearchCounts) {
  const seen = await db.get<{ rank: number }>(sql`SELECT max(rank) AS rank FROM listings`)
  await db.transaction(async (tx) => {
    for (let done = 0; done < students; done += rowsPerInsert) {
      const names = Array.from({ length: rowsPerInsert }, (_, row) => `saver-${done + row}`)
      const users = await tx.all<{ id: number }>(sql`
        INSERT INTO users (first_name, last_name, email, password_hash, created_at)
        VALUES ${join(names.map((name) => sql`('Ada', 'Lee', ${`${name}@uwaterloo.ca`}, '', 0)`))}
        RETURNING id`)
      const rows = users.flatMap(({ id }) =>
        distinctSearches(id, searchesOfStudent).map(
          ({ category, query }) =>
            sql`(${id}, ${category}, ${query}, 'daily', ${seen?.rank ?? 0}, ${Date.now()}, ${Date.now()})`,
        ),
      )
      await tx.run(sql`
        INSERT INTO saved_searches
          (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
        VALUES ${join(rows)} ON CONFLICT DO NOTHING`)
    }
  })
  if (db.dialect === 'postgres') await db.script('ANALYZE')
}

const distinctSearches = (userId: number, count: number) =>
  Array.from({ length: count }, (_, number) => createSearch(createRandom(userId, number)))

const [term] = nextTerms(campusIsoDate(Date.now()), 1)

function createSearch(random: SeededRandom) {
  const category = random.pick(categories)
  const example = listingGenerators[category.id](random, campusIsoDate(Date.now()))
  const title = listingTitle(categoryById[category.id], example as never)
  const filters: Record<string, string> = {}
  if (random.chance(0.8))
    filters.q = `${random.pick(title.split(' '))} ${random.pick(title.split(' '))}`
  if (random.chance(0.7)) filters.max_price = String(random.integer(10, 1_500))
  if (random.chance(0.3)) filters.min_price = String(random.integer(1, 10))
  if (random.chance(0.5)) filters.term = term?.id ?? ''
  if (random.chance(0.3)) filters.type = random.pick(['sublet', 'lease'])
  if (random.chance(0.3)) filters.bedrooms = String(random.integer(1, 5))
  if (random.chance(0.3)) filters.furnished = '1'
  if (random.chance(0.3)) filters.condition = random.pick(['New,Like New', 'Used'])
  if (random.chance(0.3)) filters.listing_type = 'Selling'
  return {
    category: category.id,
    query: canonicalQuery(category, `${new URLSearchParams(filters)}`),
  }
}
