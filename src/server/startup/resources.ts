import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { makeDataPrivate } from '../files/private-files.ts'
import { endDueListingsAtStart } from '../listings/lifecycle/end-listings.ts'
import { reindexIfStale } from '../listings/search/reindex-listings.ts'
import { openPhotoStore } from '../photos/open-photo-store.ts'
import { createPhotos, type Photos } from '../photos/photos.ts'
import { type FillDemo, prepareDemo } from './fill-demo-if-new.ts'
import { deleteSampleSessions } from './sample-queries.ts'
import { findStartWarnings } from './start-warnings.ts'

/** What a process opens at start and closes at the end. */
export interface Resources {
  db: Db
  photos: Photos
}

type Log = (line: string) => void

export async function openResources(config: Config, log?: Log): Promise<Resources> {
  const db = await openDatabase(config)
  const store = await openPhotoStore(config, log)
  await makeDataPrivate(config.DATA_DIR, log)
  return { db, photos: createPhotos({ store }) }
}

/** What the process that prepares the site for all workers has. */
export interface PreparedResources extends Resources {
  /** Only on a new try-out site. Call it once the site serves. */
  fillDemo: FillDemo | undefined
}

/** Opens and migrates; with several workers the primary does it once for all. */
export async function prepareResources(config: Config, log: Log): Promise<PreparedResources> {
  const resources = await openResources(config, log)
  await migrate(resources.db)
  await reindexIfStale(resources.db, Date.now())
  const fillDemo = await prepareDemo({ config, ...resources, log })
  // What ended while no process ran is gone from the first response.
  await endDueListingsAtStart(resources.db, Date.now())
  // They cannot log in now, so nobody stays logged in as one since the try-out.
  if (config.appUrlIsSet) await deleteSampleSessions(resources.db)
  for (const warning of await findStartWarnings(resources.db, config)) log(`Warning: ${warning}`)
  return { ...resources, fillDemo }
}
