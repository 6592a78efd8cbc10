import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Engine, openTestDatabase } from './databases.ts'

/** The whole application on a fresh database, with a clock the test can move. */
export async function buildTestApp(engine: Engine, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quad-test-'))
  const db = await openTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...settings,
  })
  const app = await buildApp({ config, db, now: () => clock.now })
  await app.ready()
  onTestFinished(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { app, db, config, clock, dataDir }
}
