import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { loadCampus } from '#server/campus/campus-source.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Db, isMissingTable } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { StartupError } from '#server/errors.ts'

const advice =
  'Run this with the settings of the service (DATA_DIR, DATABASE_URL), or start Quad once.'

/**
 * Opens the site that the settings name, and prints which one it is. It creates nothing: without the service's settings, a
 * command would work on a new and empty site. The lines go to stderr, because some commands print a report.
 */
export async function openSite({ usesPhotos = false } = {}): Promise<{ config: Config; db: Db }> {
  const config = readConfig(process.env)
  const folder = resolve(config.DATA_DIR)
  const name = nameDatabase(config)
  console.error(`Database: ${name}`)
  if (config.DATABASE_URL && usesPhotos && !config.S3_URL) console.error(`Folder: ${folder}`)
  if (!config.DATABASE_URL && !(await exists(join(folder, 'quad.db')))) {
    throw new StartupError(`There is no database ${name}. ${advice}`)
  }
  if (usesPhotos && !config.S3_URL && !(await exists(folder))) {
    throw new StartupError(`There is no folder ${folder}, which has the photos. ${advice}`)
  }
  const db = await openDatabase(config)
  try {
    await db.get(sql`SELECT 1 AS found FROM users LIMIT 1`)
    await loadCampus(db, config.CAMPUS_FILE)
    return { config, db }
  } catch (error) {
    await db.close()
    throw isMissingTable(error) ? new StartupError(`${name} is empty. ${advice}`) : error
  }
}

/** Returns the name of the database, without the password. */
export function nameDatabase({ DATABASE_URL, DATA_DIR }: Config): string {
  if (!DATABASE_URL) return resolve(DATA_DIR, 'quad.db')
  const { host, pathname } = new URL(DATABASE_URL)
  return `${pathname.slice(1)} on PostgreSQL at ${host}`
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
