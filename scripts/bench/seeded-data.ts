import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { categories } from '#categories/index.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { columnsOf } from '#server/listings/create-listing.ts'
import { rollDice } from '../dice.ts'
import { fingerprint } from '../fingerprint.ts'
import { postings } from '../seed-content.ts'
import { seedListings } from '../seed-listings.ts'
import type { Bench } from './bench.ts'
import { emptyFolder } from './empty-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** Changes with how listings are stored or what the seeded ones say, but not with code that says the same. */
function contentKey(): string {
  const schema = ['src/server/database/migrations', 'scripts/seed-listings.ts']
  const hash = createHash('sha256').update(fingerprint(root, schema))
  for (const category of categories) {
    for (let roll = 1; roll <= 100; roll++) {
      const posting = postings[category.id](rollDice(1, roll))
      hash.update(JSON.stringify(columnsOf(category, posting)))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

/** A data folder with that many listings, made once and kept; it must not be changed. */
export async function seededFolder(listings: number, say: Bench['say']): Promise<string> {
  const folder = join(root, '.cache/bench', `${listings}-listings-${contentKey()}`)
  if (existsSync(folder)) return folder
  say(`Making ${listings.toLocaleString('en-CA')} listings, once…`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const db = await openDatabase({ DATA_DIR: unfinished })
  await migrate(db)
  await seedListings(db, { listings })
  await db.close()
  await rename(unfinished, folder)
  return folder
}

/** A copy to write to, gone after the run. */
export async function copyOfSeeded(listings: number, bench: Bench): Promise<string> {
  const folder = await emptyFolder(bench)
  const original = await seededFolder(listings, bench.say)
  await copyFile(join(original, 'quad.db'), join(folder, 'quad.db'))
  return folder
}
