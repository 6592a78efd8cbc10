import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Db, reasonOf } from '../database/database.ts'
import { onlyOne } from '../database/only-one.ts'

const minute = 60_000
const hour = 60 * minute
const kept = 7
const restMs = 5
const backupName = /^quad-\d{4}-\d{2}-\d{2}\.tar$/
const draftName = /^\.quad-.+\.part$/

export interface DailyParts {
  db: Db
  folder: string
  now: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  firstAfterMs?: number
  everyMs?: number
}

/**
 * Keeps the embedded database of each of the last seven days; photos are files that never change, and
 * PostgreSQL has tools of its own. Looks a minute after the start, so that a try-out is spared, then every hour.
 */
export function startDailyBackup(parts: DailyParts): { stop(): Promise<void> } {
  const { db, firstAfterMs = minute, everyMs = hour } = parts
  if (db.dialect !== 'sqlite') return { stop: async () => undefined }
  const stopping = new AbortController()
  let current: Promise<void> | undefined

  function look() {
    current ??= backUpToday(parts, stopping.signal).finally(() => {
      current = undefined
    })
  }

  const first = setTimeout(look, firstAfterMs).unref()
  const timer = setInterval(look, everyMs).unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      stopping.abort()
      await current
    },
  }
}

async function backUpToday(parts: DailyParts, signal: AbortSignal) {
  const { db, folder, now, log } = parts
  const path = join(folder, `quad-${campusDay.format(now())}.tar`)
  try {
    await onlyOne(db, 'daily-backup', () => backUpOnce(parts, path, signal))
  } catch (error) {
    if (signal.aborted) return
    const sentence = `The daily backup to ${path} failed and will be tried again in an hour: ${reasonOf(error)}`
    log.error({ err: error }, sentence)
  }
}

async function backUpOnce({ db, folder, now, log }: DailyParts, path: string, signal: AbortSignal) {
  if (await isThere(path)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Loaded when its time has come: a server starts without it.
  const { writeBackup } = await import('./write-backup.ts')
  // Rests between its steps: a backup has all night, a visitor has not.
  const pause = () => wait(restMs, undefined, { signal })
  const { bytes } = await writeBackup({ db, path, now: now(), pause })
  await prune(folder, now())
  log.info({ path, bytes }, 'the database was backed up')
}

/** Only after a success: whatever is wrong, the last good ones stay. */
async function prune(folder: string, time: number) {
  const names = await readdir(folder)
  const old = names
    .filter((name) => backupName.test(name))
    .sort()
    .slice(0, -kept)
  for (const name of old) await rm(join(folder, name), { force: true })
  for (const name of names.filter((name) => draftName.test(name))) {
    const draft = join(folder, name)
    if ((await stat(draft)).mtimeMs < time - 24 * hour) await rm(draft, { force: true })
  }
}

const campusDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
