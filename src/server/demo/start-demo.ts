import sql from 'sql-template-tag'
import { categoryById } from '#categories/index.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { findUserByEmail, insertUser } from '../accounts/user-queries.ts'
import type { Config } from '../config.ts'
import { DatabaseUnavailable, type Db, StartupError } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { createListing } from '../listings/create-listing.ts'
import type { Photos } from '../photos/photos.ts'
import type { DemoServices } from './fill-demo.ts'
import { DEMO_PASSWORD, STUDENTS } from './students.ts'

interface Parts {
  config: Pick<Config, 'DEMO' | 'DATABASE_URL' | 'appUrlIsSet'>
  db: Db
  photos: Photos
  log: (line: string) => void
}

const filling = 1
const filled = 2

/** Fills a new database for a local try-out; a filling that was cut short goes on where it stopped. */
export async function startDemo({ config, db, photos, log }: Parts): Promise<void> {
  const isTryOut = !config.DATABASE_URL && !config.appUrlIsSet
  if (!(config.DEMO ?? isTryOut)) return
  const state = await readState(db)
  if (state === undefined && !(await isNew(db))) return
  if (state !== filled) {
    await writeState(db, filling)
    // The drawings are needed once in the life of a database.
    const { fillDemo } = await import('./fill-demo.ts')
    const { demoListings } = await import('./demo-listings.ts')
    const now = new Date()
    const listings = demoListings(now).slice(state === filling ? await posted(db) : 0)
    await fillDemo(services(db, photos), log, { now, listings }).catch(rethrowAsSentence)
    await writeState(db, filled)
  }
  log(`Sample content is in place. Sign in as ${STUDENTS.ada.email} with ${DEMO_PASSWORD}`)
}

function rethrowAsSentence(error: unknown): never {
  const isAway = error instanceof AppError || error instanceof DatabaseUnavailable
  if (!isAway) throw error
  throw new StartupError(
    `The sample content is not complete: ${error.message} Start again to go on where it stopped, or with DEMO=0 to leave it.`,
  )
}

/** The same steps that a sign-up, an upload and a posting take. */
function services(db: Db, photos: Photos): DemoServices<number> {
  const passwords = createPasswords()
  return {
    createUser: async ({ firstName, lastName, email, password }) => {
      const known = await findUserByEmail(db, email)
      if (known) return known.id
      const passwordHash = await passwords.hash(password)
      const created = await insertUser(db, {
        firstName,
        lastName,
        email,
        passwordHash,
        createdAt: Date.now(),
      })
      if (!created) throw new Error(`${email} was taken while the sample students were added.`)
      return created.id
    },
    uploadPhoto: async (uploaderId, bytes) => {
      const photo = await photos.save(db, { bytes: Buffer.from(bytes), uploaderId })
      return photo.url
    },
    createListing: (id, userId, body, postedAt) =>
      createListing(db, categoryById[id], { id: userId }, body, postedAt.getTime()),
  }
}

async function isNew(db: Db): Promise<boolean> {
  return (await db.get(sql`SELECT id FROM users LIMIT 1`)) === undefined
}

async function posted(db: Db): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM listings`)
  return row?.count ?? 0
}

async function readState(db: Db): Promise<number | undefined> {
  const row = await db.get<{ value: number }>(sql`SELECT value FROM counters WHERE name = 'demo'`)
  return row?.value
}

async function writeState(db: Db, value: number): Promise<void> {
  await db.run(sql`
    INSERT INTO counters (name, value) VALUES ('demo', ${value})
    ON CONFLICT (name) DO UPDATE SET value = ${value}`)
}
