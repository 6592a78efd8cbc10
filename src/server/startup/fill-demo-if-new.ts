import sql from 'sql-template-tag'
import { demoPassword, demoStudents } from '#demo/students.ts'
import { findUserByEmail } from '../accounts/user-queries.ts'
import type { Config } from '../config.ts'
import { DatabaseUnavailable, type Db } from '../database/database.ts'
import { AppError, StartupError } from '../errors.ts'
import type { FillDemoDeps } from './fill-demo.ts'

interface StartDemoDeps extends FillDemoDeps {
  config: Pick<Config, 'DEMO' | 'DATABASE_URL' | 'appUrlIsSet'>
}

type DemoState = 'filling' | 'filled'

/** Fills a new database of a local try-out with sample content; resumes where an earlier start was interrupted. */
export async function fillDemoIfNew({ config, ...deps }: StartDemoDeps): Promise<void> {
  const { db, log } = deps
  const isTryOut = !config.DATABASE_URL && !config.appUrlIsSet
  if (!(config.DEMO ?? isTryOut)) return
  const state = await readDemoState(db)
  if (state === undefined && (await hasUsers(db))) return
  if (state !== 'filled') {
    await writeDemoState(db, 'filling')
    // Imported late: needed only once in the life of a database.
    const { fillDemo } = await import('./fill-demo.ts')
    const { fillDemoConversations } = await import('./fill-demo-conversations.ts')
    const { fillDemoSaved } = await import('./fill-demo-saved.ts')
    const { demoListings } = await import('#demo/listings.ts')
    const now = new Date()
    const missing = demoListings(now).slice(state === 'filling' ? await countListings(db) : 0)
    await fillDemo(deps, missing, now)
      .then(() => fillDemoConversations(db, now))
      .then(() => fillDemoSaved(db, now))
      .catch(rethrowAsStartupError)
    await writeDemoState(db, 'filled')
  }
  const isThere = (await findUserByEmail(db, demoStudents.ada.email))?.isSample
  // With APP_URL, sample students cannot log in: their password is public.
  if (config.appUrlIsSet || !isThere) return
  log(`Sample content is in place. Log in as ${demoStudents.ada.email} with ${demoPassword}`)
}

function rethrowAsStartupError(error: unknown): never {
  const isExpected = error instanceof AppError || error instanceof DatabaseUnavailable
  if (!isExpected) throw error
  throw new StartupError(
    `The sample content is not complete: ${error.message} Start again to go on where it stopped, or with DEMO=0 to leave it.`,
  )
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.get(sql`SELECT id FROM users LIMIT 1`)) !== undefined
}

async function countListings(db: Db): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM listings`)
  return row?.count ?? 0
}

async function readDemoState(db: Db): Promise<DemoState | undefined> {
  const row = await db.get<{ value: DemoState }>(
    sql`SELECT value FROM site_state WHERE name = 'demo'`,
  )
  return row?.value
}

async function writeDemoState(db: Db, state: DemoState): Promise<void> {
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES ('demo', ${state})
    ON CONFLICT (name) DO UPDATE SET value = ${state}`)
}
