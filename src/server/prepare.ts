import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { startDemo } from './demo/start-demo.ts'
import { openPhotoStore } from './photos/open-photo-store.ts'
import { createPhotos, type Photos } from './photos/photos.ts'

/** What a process needs besides its settings. */
export interface Belongings {
  db: Db
  photos: Photos
}

type Log = (line: string) => void

export async function open(config: Config, log?: Log): Promise<Belongings> {
  const db = await openDatabase(config)
  const store = await openPhotoStore(config, log)
  return { db, photos: createPhotos({ store }) }
}

/** Brings the database to where the first request needs it; of several workers, none has to. */
export async function prepare(config: Config, log: Log): Promise<Belongings> {
  const belongings = await open(config, log)
  await migrate(belongings.db)
  await startDemo({ config, ...belongings, log })
  return belongings
}
