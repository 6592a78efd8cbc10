import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { fingerprint } from '../fingerprint.ts'
import { seedListings } from '../seed-listings.ts'
import type { Bench } from './bench.ts'
import { emptyFolder } from './empty-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** What decides how the seeded listings are stored and what they say. */
const sources = [
  'src/server/database/migrations',
  'src/categories',
  'src/server/listings/create-listing.ts',
  'src/server/listings/search-text.ts',
  'src/server/listings/search-words.ts',
  'scripts/seed-listings.ts',
  'scripts/seed-content.ts',
  'scripts/dice.ts',
]

/** A data folder with that many listings, made once and kept; it must not be changed. */
export async function seededFolder(listings: number, say: Bench['say']): Promise<string> {
  const key = fingerprint(root, sources).slice(0, 12)
  const folder = join(root, '.cache/bench', `${listings}-listings-${key}`)
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
