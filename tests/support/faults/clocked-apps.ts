import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { nextCampusHour } from '#format/campus-date.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { type Engine, testDatabaseSettings } from '../databases.ts'
import { movedClockOption } from '../test-clock.ts'
import { startApp } from './app-process.ts'

/** Starts two server processes on one database. Their clocks show noon and can be moved by a restart. */
export async function startClockedApps(engine: Engine) {
  const settings = await testDatabaseSettings(engine)
  const CLOCK_OFFSET_FILE = join(settings.DATA_DIR, 'clock-offset')
  let offsetMs = nextCampusHour(Date.now(), 12) - Date.now()
  const now = () => Date.now() + offsetMs
  const moveClock = (ms: number) => {
    offsetMs += ms
    return writeFile(CLOCK_OFFSET_FILE, String(offsetMs))
  }
  await moveClock(0)
  const shared = { ...settings, CLOCK_OFFSET_FILE, NODE_OPTIONS: movedClockOption }
  const apps = [await startApp(engine, shared), await startApp(engine, shared)]
  const db = await openDatabase(settings)
  onTestFinished(() => db.close())
  return {
    apps,
    url: apps[0]?.url ?? '',
    db,
    dataDir: settings.DATA_DIR,
    now,
    moveClock,
    kill: () => Promise.all(apps.map((app) => app.kill())),
    start: () => Promise.all(apps.map((app) => app.start())),
  }
}
