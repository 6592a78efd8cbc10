import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { createCategoryVersions } from '#server/response-cache/category-versions.ts'
import { testDatabaseSettings } from '../support/databases.ts'
import { milliseconds, reportFigures } from '../support/faults/figures.ts'
import { createClient, createLoggedInClient } from '../support/http-client.ts'
import { listingInputs } from '../support/listing-inputs.ts'
import { startThrowawayPostgres } from '../support/postgres-server.ts'

const maxDelayMs = 1_000
const pollOptions = { timeout: 30_000, interval: 20 }

/** A primary, its streaming replica and an app on both, with clients of a student and a visitor. */
async function buildAppWithReplica() {
  const primary = await startThrowawayPostgres()
  onTestFinished(() => primary.stop())
  const onPrimary = openPostgres(primary.url)
  await migrate(onPrimary)
  await onPrimary.close()
  const replica = await primary.startReplica()
  onTestFinished(() => replica.stop())
  const onReplica = openPostgres(replica.url)
  onTestFinished(() => onReplica.close())

  const { DATA_DIR } = await testDatabaseSettings('sqlite')
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
  })
  const db = await openDatabase(config)
  onTestFinished(() => db.close())
  const app = await buildApp({
    config,
    db,
    photos: createPhotos({ store: await openDiskStore(DATA_DIR) }),
  })
  onTestFinished(() => app.close())
  const ada = await createLoggedInClient(app)
  const visitor = createClient(app)

  const { dbForVisitors } = createCategoryVersions(db)
  const visitorsReadFrom = async (category: CategoryId = 'misc') =>
    readServerRole(await dbForVisitors(category))
  const readTotal = async (client: typeof visitor) => {
    const { status, body } = await client.get('/api/misc')
    expect(status).toBe(200)
    return Object(body).total as number
  }
  /** Creates a listing and returns the milliseconds until the visitor sees it. */
  const measureVisibilityDelay = async (expected: number) => {
    expect((await ada.post('/api/misc', listingInputs.misc)).status).toBe(201)
    const createdAt = performance.now()
    expect(await readTotal(ada)).toBe(expected)
    while ((await readTotal(visitor)) !== expected) await pause(2)
    return performance.now() - createdAt
  }
  return { replica, onReplica, visitorsReadFrom, readTotal, visitor, measureVisibilityDelay }
}

async function readServerRole(db: Db) {
  const row = await db.get<{ isReplica: number }>(sql`SELECT pg_is_in_recovery() AS "isReplica"`)
  return row?.isReplica ? 'replica' : 'primary'
}

it('visitors read from a replica that keeps up, and from the primary while it does not', async () => {
  const { onReplica, visitorsReadFrom, readTotal, visitor, measureVisibilityDelay } =
    await buildAppWithReplica()
  await expect.poll(() => visitorsReadFrom(), pollOptions).toBe('replica')
  const keepingUp: number[] = []
  for (let count = 1; count <= 20; count += 1) keepingUp.push(await measureVisibilityDelay(count))
  await expect.poll(() => visitorsReadFrom(), pollOptions).toBe('replica')

  await onReplica.all(sql`SELECT pg_wal_replay_pause()`)
  const replayPaused: number[] = []
  for (let count = 21; count <= 40; count += 1) {
    replayPaused.push(await measureVisibilityDelay(count))
  }
  expect(await visitorsReadFrom()).toBe('primary')
  // No rental was created, but a replica more than a second behind is not used for any category.
  await expect.poll(() => visitorsReadFrom('rental'), pollOptions).toBe('primary')
  expect(await readTotal(visitor)).toBe(40)
  await onReplica.all(sql`SELECT pg_wal_replay_resume()`)
  await expect.poll(() => visitorsReadFrom(), pollOptions).toBe('replica')
  expect(await readTotal(visitor)).toBe(40)

  const slowest = { keepingUp: Math.max(...keepingUp), replayPaused: Math.max(...replayPaused) }
  reportFigures('replica', {
    'visible to visitors at the latest after, keeping up': milliseconds(slowest.keepingUp),
    'replay paused': milliseconds(slowest.replayPaused),
  })
  expect(slowest.keepingUp).toBeLessThan(maxDelayMs)
  expect(slowest.replayPaused).toBeLessThan(maxDelayMs)
})

it.each(['300ms', '5s'])(
  'visitors see a new listing within a second when the replica lags by %s',
  async (delay) => {
    const { onReplica, visitorsReadFrom, measureVisibilityDelay } = await buildAppWithReplica()
    await expect.poll(() => visitorsReadFrom(), pollOptions).toBe('replica')
    await onReplica.script(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`)
    await onReplica.all(sql`SELECT pg_reload_conf()`)
    const delays: number[] = []
    for (let count = 1; count <= 30; count += 1) delays.push(await measureVisibilityDelay(count))
    reportFigures(`replica lag ${delay}`, {
      'visible at the latest after': milliseconds(Math.max(...delays)),
    })
    expect(Math.max(...delays)).toBeLessThan(maxDelayMs)
  },
)

it('visitors read from the primary while the replica is down, and from the replica again after', async () => {
  const { replica, visitorsReadFrom, measureVisibilityDelay } = await buildAppWithReplica()
  await expect.poll(() => visitorsReadFrom(), pollOptions).toBe('replica')
  let count = 0
  const delays: number[] = []
  for (let kill = 1; kill <= 2; kill += 1) {
    await replica.kill()
    for (let created = 1; created <= 10; created += 1) {
      delays.push(await measureVisibilityDelay(++count))
    }
    expect(await visitorsReadFrom()).toBe('primary')
    await replica.restart()
    await expect.poll(() => visitorsReadFrom(), pollOptions).toBe('replica')
    await measureVisibilityDelay(++count)
  }
  reportFigures('replica killed', {
    'visible at the latest after': milliseconds(Math.max(...delays)),
  })
  expect(Math.max(...delays)).toBeLessThan(maxDelayMs)
})
