import sql from 'sql-template-tag'
import { demoPassword, demoStudents } from '#demo/students.ts'
import type { Config } from '../config.ts'
import { DatabaseUnavailable, type Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { bringClockForward } from '../jobs/job-queries.ts'
import { priceGroupsKind } from '../signals/prices/count-price-groups.ts'
import { findUserByEmail } from '../students/user-queries.ts'
import type { FillDemoDeps } from './fill-demo.ts'

interface StartDemoDeps extends FillDemoDeps {
  config: Pick<Config, 'DEMO' | 'DATABASE_URL' | 'isTryOut'>
}

/** The state. `filling` has the number of posted listings; an older version wrote no number. */
type DemoState = 'filling' | `filling ${number}` | 'filled'

/** Adds the missing content while the site runs. It also resolves if it is stopped or fails: the next start continues. */
export type FillDemo = (
  resources: Pick<FillDemoDeps, 'db' | 'photos'>,
  signal: AbortSignal,
) => Promise<void>

/**
 * Gives a new database on somebody's own machine its sample content. The students are added at once, so that somebody can log
 * in as one. The returned function adds their listings. The next start continues an interrupted fill.
 */
export async function prepareDemo({
  config,
  ...deps
}: StartDemoDeps): Promise<FillDemo | undefined> {
  const { db, log } = deps
  const isLocal = !config.DATABASE_URL && config.isTryOut
  if (!(config.DEMO ?? isLocal)) return
  const state = await readDemoState(db)
  if (state === undefined && (await hasUsers(db))) return
  if (state === 'filled') {
    const login = await describeLogin(db, config)
    if (login) log(`Sample content is in place. ${login}`)
    return
  }
  const posted = await countPosted(db, state)
  // The state is written before the first student can sign up.
  await writeDemoState(db, `filling ${posted}`)
  // The import is late, because the module is needed only once in the life of a database.
  const { createStudents } = await import('./fill-demo.ts')
  await createStudents(db)
  return (resources, signal) => fill({ ...deps, ...resources }, config, { posted, signal })
}

async function fill(
  deps: FillDemoDeps,
  config: StartDemoDeps['config'],
  { posted, signal }: { posted: number; signal: AbortSignal },
): Promise<void> {
  const { db, log } = deps
  const { fillDemo } = await import('./fill-demo.ts')
  const { fillDemoConversations } = await import('./fill-demo-activity.ts')
  const { fillDemoSaved } = await import('./fill-demo-activity.ts')
  const { demoListings } = await import('#demo/listings.ts')
  const now = new Date()
  const listings = demoListings(now)
  const login = await describeLogin(db, config)
  const count = listings.length - posted
  log([`Adding ${count} sample listings with drawn photos, while the site runs.`, login].join(' '))
  const record = (tx: Db, number: number) => writeDemoState(tx, `filling ${number}`)
  try {
    await fillDemo(deps, listings, now, { posted, record, signal })
    await fillDemoConversations(db, now)
    await fillDemoSaved(db, now)
    await db.transaction(async (tx) => {
      await writeDemoState(tx, 'filled')
      // The price groups were computed while most samples were missing.
      await bringClockForward(tx, priceGroupsKind, now.getTime())
    })
    log('Sample content is in place.')
  } catch (error) {
    if (signal.aborted) return
    const isExpected = error instanceof AppError || error instanceof DatabaseUnavailable
    if (!isExpected) throw error
    log(
      `The sample content is not complete: ${error.message} Start again to go on where it stopped, or with DEMO=0 to leave it.`,
    )
  }
}

/** Describes how to log in. Sample students cannot log in on a real site, because their password is public. */
async function describeLogin(db: Db, { isTryOut }: StartDemoDeps['config']) {
  const isThere = (await findUserByEmail(db, demoStudents.ada.email))?.isSample
  if (!isTryOut || !isThere) return undefined
  return `Log in as ${demoStudents.ada.email} with ${demoPassword}`
}

async function countPosted(db: Db, state: DemoState | undefined): Promise<number> {
  if (state === undefined) return 0
  const [, number] = state.split(' ')
  if (number) return Number(number)
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM listings JOIN users ON users.id = seller_id WHERE is_sample = 1`)
  return row?.count ?? 0
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.get(sql`SELECT id FROM users LIMIT 1`)) !== undefined
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
