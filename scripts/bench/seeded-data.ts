import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { categories } from '#categories/index.ts'
import { fromInput } from '#contract/listing.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { dayMs } from '#server/durations.ts'
import { toListingColumns } from '#server/listings/posting/create-listing.ts'
import { fingerprint } from '../build/fingerprint.ts'
import { listingGenerators } from '../seed/seed-content.ts'
import { seedListings } from '../seed/seed-listings.ts'
import { type SiteSize, seedSite } from '../seed/seed-site.ts'
import { createRandom } from '../seed/seeded-random.ts'
import type { BenchContext } from './bench-context.ts'
import { createTempFolder } from './temp-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * Returns a hash that changes with the schema and the content of seeded listings, but not with code that stores the same
 * data.
 */
export function hashSeedContent(): string {
  const schema = [
    'src/server/database/migrations',
    'scripts/seed/seed-listings.ts',
    'scripts/seed/seed-lifecycle.ts',
    'scripts/seed/seed-site.ts',
  ]
  const hash = createHash('sha256').update(fingerprint(root, schema))
  // The data is made anew every week, because listings end.
  hash.update(String(Math.floor(Date.now() / (7 * dayMs))))
  for (const category of categories) {
    for (let index = 1; index <= 100; index++) {
      const input = listingGenerators[category.id](createRandom(1, index), '2027-01-01')
      hash.update(JSON.stringify(toListingColumns(fromInput(category.id, input))))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

/** Returns a cached data folder with that many listings, a share of them ended. The folder is read-only by convention. */
export async function getSeededFolder(
  listings: number,
  log: BenchContext['log'],
  ended = 0,
): Promise<string> {
  const name = `${listings}-listings-${ended}-ended-${hashSeedContent()}`
  const folder = join(root, '.cache/bench', name)
  if (existsSync(folder)) return folder
  log(`Making ${listings.toLocaleString('en-CA')} listings, once…`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const db = await openDatabase({ DATA_DIR: unfinished })
  await migrate(db)
  await seedListings(db, { listings, ended })
  await db.close()
  await rename(unfinished, folder)
  return folder
}

/**
 * Returns a writable copy of a cached site of that size, removed after the run. An interrupted filling continues the next
 * time.
 */
export async function copyFullFolder(size: SiteSize, bench: BenchContext): Promise<string> {
  const name = `full-${Object.values(size).join('-')}-${hashSeedContent()}`
  const original = join(root, '.cache/bench', name)
  await mkdir(original, { recursive: true })
  const db = await openDatabase({ DATA_DIR: original })
  await migrate(db)
  await seedSite(db, size, { log: bench.log })
  await db.close()
  const folder = await createTempFolder(bench)
  await copyFile(join(original, 'quad.db'), join(folder, 'quad.db'))
  await dropStatistics(folder)
  return folder
}

/** Makes SQLite plan its queries as on a real site, where nothing collects statistics. The seed does, for its own queries. */
async function dropStatistics(folder: string) {
  const db = await openDatabase({ DATA_DIR: folder })
  await db.run(sql`DELETE FROM sqlite_stat1`)
  await db.close()
}

/** Returns a writable copy of the seeded folder, which is removed after the run. */
export async function copySeededFolder(listings: number, bench: BenchContext): Promise<string> {
  const folder = await createTempFolder(bench)
  const original = await getSeededFolder(listings, bench.log)
  await copyFile(join(original, 'quad.db'), join(folder, 'quad.db'))
  return folder
}
