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
import { browser, signedInBrowser } from '../support/browser.ts'
import { testDatabaseSettings } from '../support/databases.ts'
import { figures, milliseconds } from '../support/faults/figures.ts'
import { postings } from '../support/market.ts'
import { startOwn } from '../support/postgres-server.ts'

const visibleWithinMs = 1_000
const patience = { timeout: 30_000, interval: 20 }

/** A primary, its streaming replica and an app over both, with a student and a visitor. */
async function openScene() {
  const primary = await startOwn()
  onTestFinished(() => primary.stop())
  const setUp = openPostgres(primary.url)
  await migrate(setUp)
  await setUp.close()
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
  const ada = await signedInBrowser(app)
  const visitor = browser(app)

  const whereVisitorsRead = async (category: CategoryId = 'misc') =>
    whoAnswers(await app.listingCounters.visitorsDb(category))
  const total = async (page: typeof visitor) => {
    const { status, body } = await page.get('/api/misc')
    expect(status).toBe(200)
    return Object(body).total as number
  }
  /** Posts, and tells after how long a visitor sees it; their lists never go back to an older state. */
  const postAndWatch = async (expected: number) => {
    expect((await ada.post('/api/misc', postings.misc)).status).toBe(201)
    const postedAt = performance.now()
    expect(await total(ada)).toBe(expected)
    while ((await total(visitor)) !== expected) await pause(2)
    return performance.now() - postedAt
  }
  return { replica, onReplica, whereVisitorsRead, total, visitor, postAndWatch }
}

async function whoAnswers(db: Db) {
  const row = await db.get<{ follows: number }>(sql`SELECT pg_is_in_recovery() AS follows`)
  return row?.follows ? 'replica' : 'primary'
}

it('answers visitors from a replica that keeps up, and from the primary while it does not', async () => {
  const { onReplica, whereVisitorsRead, total, visitor, postAndWatch } = await openScene()
  await expect.poll(() => whereVisitorsRead(), patience).toBe('replica')
  const keepingUp: number[] = []
  for (let posted = 1; posted <= 20; posted += 1) keepingUp.push(await postAndWatch(posted))
  await expect.poll(() => whereVisitorsRead(), patience).toBe('replica')

  await onReplica.all(sql`SELECT pg_wal_replay_pause()`)
  const standingStill: number[] = []
  for (let posted = 21; posted <= 40; posted += 1) standingStill.push(await postAndWatch(posted))
  expect(await whereVisitorsRead()).toBe('primary')
  // Nothing was posted there, but what else may have changed is more than a second old.
  await expect.poll(() => whereVisitorsRead('rental'), patience).toBe('primary')
  expect(await total(visitor)).toBe(40)
  await onReplica.all(sql`SELECT pg_wal_replay_resume()`)
  await expect.poll(() => whereVisitorsRead(), patience).toBe('replica')
  expect(await total(visitor)).toBe(40)

  const slowest = { keepingUp: Math.max(...keepingUp), standingStill: Math.max(...standingStill) }
  figures('replica', {
    'visible to visitors at the latest after, keeping up': milliseconds(slowest.keepingUp),
    'standing still': milliseconds(slowest.standingStill),
  })
  expect(slowest.keepingUp).toBeLessThan(visibleWithinMs)
  expect(slowest.standingStill).toBeLessThan(visibleWithinMs)
})

it.each(['300ms', '5s'])(
  'shows every posting within a second when changes apply %s late',
  async (delay) => {
    const { onReplica, whereVisitorsRead, postAndWatch } = await openScene()
    await expect.poll(() => whereVisitorsRead(), patience).toBe('replica')
    await onReplica.script(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`)
    await onReplica.all(sql`SELECT pg_reload_conf()`)
    const late: number[] = []
    for (let posted = 1; posted <= 30; posted += 1) late.push(await postAndWatch(posted))
    figures(`replica ${delay} late`, {
      'visible at the latest after': milliseconds(Math.max(...late)),
    })
    expect(Math.max(...late)).toBeLessThan(visibleWithinMs)
  },
)

it('does without a replica that dies, and takes it back', async () => {
  const { replica, whereVisitorsRead, postAndWatch } = await openScene()
  await expect.poll(() => whereVisitorsRead(), patience).toBe('replica')
  let posted = 0
  const killed: number[] = []
  for (let kill = 1; kill <= 2; kill += 1) {
    await replica.kill()
    for (let more = 1; more <= 10; more += 1) killed.push(await postAndWatch(++posted))
    expect(await whereVisitorsRead()).toBe('primary')
    await replica.restart()
    await expect.poll(() => whereVisitorsRead(), patience).toBe('replica')
    await postAndWatch(++posted)
  }
  figures('replica killed', { 'visible at the latest after': milliseconds(Math.max(...killed)) })
  expect(Math.max(...killed)).toBeLessThan(visibleWithinMs)
})
