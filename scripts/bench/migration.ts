import sql, { join } from 'sql-template-tag'
import { categories } from '#categories/index.ts'
import type { Db } from '#server/database/database.ts'
import { listMigrationNames, migrateUpTo } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { toListingColumns } from '#server/listings/create-listing.ts'
import { listingGenerators } from '../seed-content.ts'
import { createRandom } from '../seeded-random.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { openPostgresDatabase, startBenchPostgres } from './postgres-databases.ts'
import { createTempFolder } from './temp-folder.ts'

const listings = 20_000
const rowsPerInsert = 250
/** The last migration of the first build. */
const firstBuild = 6

/** How long the first start of this version takes on a database of the first build. */
export async function benchMigration(bench: BenchContext): Promise<string> {
  const sqlite = await openDatabase({ DATA_DIR: await createTempFolder(bench) })
  const databases = [{ engine: 'SQLite', db: sqlite }]
  bench.stack.defer(() => sqlite.close())
  const postgres = await openPostgres(bench)
  if (postgres) databases.push({ engine: 'PostgreSQL', db: postgres })

  const times = new Map<string, string[]>()
  for (const { engine, db } of databases) {
    bench.log(`${engine}…`)
    await migrateUpTo(db, firstBuild)
    await fillFirstBuild(db)
    for (const [name, seconds] of await timeMigrations(db)) {
      times.set(name, [...(times.get(name) ?? []), seconds.toFixed(2)])
    }
  }
  const rows = [...times].map(([name, seconds]) => [name, ...seconds])
  const columns = databases.map(({ engine }) => `${engine}, s`)
  return `${formatMarkdownTable(['', ...columns], rows)}

${listings.toLocaleString('en-CA')} listings. Nothing is served meanwhile; the search text is checked afterwards, in the background.`
}

async function openPostgres(bench: BenchContext): Promise<Db | undefined> {
  try {
    const postgres = await startBenchPostgres(bench)
    const db = await openPostgresDatabase(await postgres.create())
    bench.stack.defer(() => db.close())
    return db
  } catch (error) {
    if (!(error instanceof BenchError)) throw error
    bench.log(error.message)
  }
}

async function timeMigrations(db: Db): Promise<[name: string, seconds: number][]> {
  const times: [string, number][] = []
  for (const name of (await listMigrationNames(db.dialect)).slice(firstBuild)) {
    const started = performance.now()
    await migrateUpTo(db, Number.parseInt(name, 10))
    times.push([name, (performance.now() - started) / 1_000])
  }
  return [...times, ['all', times.reduce((sum, [, seconds]) => sum + seconds, 0)]]
}

/** With the columns that there were. */
async function fillFirstBuild(db: Db): Promise<void> {
  await db.run(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Lovelace', 'ada@example.org', '', 0)`)
  await db.transaction(async (tx) => {
    for (let done = 0; done < listings; done += rowsPerInsert) {
      const rows = Array.from({ length: rowsPerInsert }, (_, row) => listingRow(done + row))
      await tx.run(sql`
        INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
          search_text, posted_at, updated_at)
        VALUES ${join(rows)}`)
    }
  })
}

function listingRow(number: number) {
  const random = createRandom(1, number)
  const category = random.pick(categories)
  const columns = toListingColumns(category, listingGenerators[category.id](random, '2027-01-01'))
  const { title, price_cents, description, details, search_text } = columns
  return sql`(
    ${category.id}, 1, ${title}, ${price_cents}, ${description}, ${details}, '[]', ${search_text},
    ${number}, ${number})`
}
