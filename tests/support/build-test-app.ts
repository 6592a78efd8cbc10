import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type AppDeps, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createCounts } from '#server/counts/counts.ts'
import type { App } from '#server/http/app-types.ts'
import { createEmptySearches } from '#server/listings/search/empty-searches.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { findNewToday } from '#server/visits/view-queries.ts'
import { createVisitLog } from '#server/visits/visit-log.ts'
import { borrowTestDatabase, type Engine } from './databases.ts'
import { testHashingCost } from './hashing-cost.ts'

/** Nobody listens there. Tests never ask the name servers of the machine. */
const noDnsServers = ['127.0.0.1:9']

export interface TestAppOptions
  extends Pick<AppDeps, 'loadWeb' | 'runsClocks' | 'readDisk' | 'dnsServers'> {
  /** Adds the test's own routes. */
  extend?: (app: App) => void
}

/** Builds the whole application on a fresh database, with a clock that the test can move. */
export async function buildTestApp(
  engine: Engine,
  settings: Record<string, string> = {},
  { extend, loadWeb, runsClocks = false, readDisk, dnsServers = noDnsServers }: TestAppOptions = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quad-test-'))
  const db = await borrowTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...(process.env.CAMPUS_FILE && { CAMPUS_FILE: process.env.CAMPUS_FILE }),
    ...settings,
  })
  const now = () => clock.now
  const photos = createPhotos({ store: await openPhotoStore(config), now })
  const log = { warn: () => {} }
  const visits = createVisitLog({ db, log })
  const counts = createCounts({ db, now, log, findNewToday })
  const emptySearches = createEmptySearches({ db, log })
  const app = await buildApp({
    config,
    db,
    photos,
    now,
    visits,
    counts,
    emptySearches,
    ...(readDisk && { readDisk }),
    dnsServers,
    hashingCost: testHashingCost,
    runsClocks,
    ...(loadWeb && { loadWeb }),
  })
  extend?.(app)
  await app.ready()
  onTestFinished(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { app, db, config, clock, dataDir, visits, counts, emptySearches }
}
