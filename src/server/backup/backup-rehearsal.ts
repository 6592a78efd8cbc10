import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import { nextCampusHour } from '#format/campus-date.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts'
import { errorReason } from '../errors.ts'
import type { S3Config } from '../files/s3-url.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { backupNames } from './backup-names.ts'
import {
  anotherIsRunning,
  type BackupState,
  type Rehearsal,
  readBackupState,
  recordRehearsal,
} from './backup-state.ts'
import type { RehearsalPlace, RehearsalRequest, RehearsalResult } from './rehearsal.ts'
import { BackupError } from './tar.ts'

/** Few students are awake then, and the counting at 4 is over. */
const rehearsalHour = 5
/** Half a day less than 30, because a rehearsal may have taken hours. */
const intervalMs = 29.5 * dayMs
const maxMs = 6 * hourMs
const maxStopMs = 5 * secondMs

export interface RehearsalDeps extends RehearsalPlace {
  /** The bucket of BACKUP_S3_URL. */
  bucket: S3Config | undefined
}

/**
 * Restores the newest backup into a throw-away database once a month, and every night after a rehearsal that found a
 * problem. A backup on another machine is left to a process there.
 */
export function backupRehearsal({
  log,
  ...deps
}: RehearsalDeps & { log: Pick<FastifyBaseLogger, 'info' | 'warn'> }): JobKind {
  return {
    name: 'backup-rehearsal',
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => nextCampusHour(now, rehearsalHour),
    firstRunDelayMs: 10 * minuteMs,
    async run({ db, now, signal }) {
      // The import is here so that the server starts faster.
      const { removeLeftovers } = await import('./rehearsal.ts')
      await removeLeftovers(deps)
      const state = await readBackupState(db)
      if (!isDue(state, now())) return
      const backup = await findNewestBackup(state, deps)
      if (!backup) return
      const rehearsal = await rehearseBackup({ db, backup, now, signal, ...deps })
      const { problem, backup: path, bytes, rows, photos } = rehearsal
      if (problem === null) log.info({ path, bytes, rows, photos }, 'a restore was rehearsed')
      else log.warn({ path, bytes, reason: problem }, 'a rehearsed restore failed')
    },
  }
}

function isDue({ lastBackup, lastRehearsal }: BackupState, now: number): boolean {
  if (!lastBackup) return false
  if (!lastRehearsal || lastRehearsal.problem !== null) return true
  return lastRehearsal.at <= now - intervalMs
}

/** A backup, and where it is in words for operators. */
export interface FoundBackup {
  source: RehearsalRequest['backup']
  place: string
}

/** How much older than the last backup one may be that is tried in its place. A year-old file says nothing. */
const maxLagMs = 2 * dayMs

/**
 * Finds the newest backup that this machine can read. Returns undefined if there is none, because somebody moved it away
 * or another machine has it.
 */
export async function findNewestBackup(
  { lastBackup }: BackupState,
  { folder, bucket }: Pick<RehearsalDeps, 'folder' | 'bucket'>,
): Promise<FoundBackup | undefined> {
  const found: (FoundBackup & { storedAt: number })[] = []
  const names = (await readdir(folder).catch(() => [])).filter(backupNames.isDaily)
  for (const path of [lastBackup?.path, ...names.map((name) => join(folder, name))]) {
    const file = path && (await stat(path).catch(() => undefined))
    if (!file) continue
    const storedAt = path === lastBackup?.path ? lastBackup.at : file.mtimeMs
    found.push({ source: { path }, place: path, storedAt })
  }
  if (bucket) {
    const { openBackupBucket } = await import('./backup-bucket.ts')
    const opened = openBackupBucket(bucket)
    const [newest] = await opened.list().finally(opened.close)
    if (newest) {
      const { name, storedAt } = newest
      found.push({ source: { name, bucket }, place: opened.describe(name), storedAt })
    }
  }
  const oldest = (lastBackup?.at ?? 0) - maxLagMs
  const [newest] = found
    .filter(({ storedAt }) => storedAt >= oldest)
    .sort((one, other) => other.storedAt - one.storedAt)
  return newest
}

interface RehearseOptions extends RehearsalPlace {
  db: Db
  backup: FoundBackup
  now: () => number
  signal?: AbortSignal
}

/** Tries to restore a backup in a process of its own, and records how that ended. */
export async function rehearseBackup(options: RehearseOptions): Promise<Rehearsal> {
  const { db, backup, now, signal, folder, databaseUrl } = options
  const request = {
    backup: backup.source,
    folder,
    databaseUrl,
    databaseBytes: await readDatabaseBytes(db),
  }
  const result = await runInProcess(request, signal)
  // The other rehearsal records how it ends.
  if (result.problem === anotherIsRunning) throw new BackupError(anotherIsRunning)
  const rehearsal = { at: now(), backup: backup.place, ...result }
  await recordRehearsal(db, rehearsal)
  return rehearsal
}

async function readDatabaseBytes(db: Db): Promise<number> {
  const row = await db.get<{ bytes: number }>(
    db.dialect === 'sqlite'
      ? sql`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`
      : sql`SELECT pg_database_size(current_database()) AS bytes`,
  )
  return row?.bytes ?? 0
}

const program = join(import.meta.dirname, 'rehearsal-process.ts')

/** Runs the rehearsal in another process, and cleans up after it if it is killed. */
async function runInProcess(
  request: RehearsalRequest,
  signal: AbortSignal | undefined,
): Promise<RehearsalResult> {
  signal?.throwIfAborted()
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  // The promise above gets this error too. Without a listener, the error would end the server.
  child.on('error', () => {})
  const timeout = AbortSignal.timeout(maxMs)
  try {
    child.send(request, () => {})
    return await nextMessage(child, exit, AbortSignal.any([timeout, ...(signal ? [signal] : [])]))
  } catch (error) {
    await stop(child, exit)
    const { removeLeftovers } = await import('./rehearsal.ts')
    await removeLeftovers(request)
    signal?.throwIfAborted()
    const reason = timeout.aborted ? 'It took more than 6 hours.' : errorReason(error)
    const problem = `The restore did not end by itself. ${reason}`
    return { bytes: 0, rows: 0, photos: 0, database: 'sqlite', problem }
  }
}

async function nextMessage(
  child: ChildProcess,
  exit: Promise<unknown[]>,
  limit: AbortSignal,
): Promise<RehearsalResult> {
  const done = new AbortController()
  const signal = AbortSignal.any([limit, done.signal])
  const ended = exit.then(([code, killedBy]) => {
    throw new Error(`Its process ended with ${killedBy ?? `code ${code}`}.`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message
  } finally {
    done.abort()
  }
}

/** Lets the process remove its database, and kills it if that takes too long. */
async function stop(child: ChildProcess, exit: Promise<unknown>) {
  if (child.connected) child.disconnect()
  const kill = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
  await exit.catch(() => undefined)
  clearTimeout(kill)
}

/** Says in a sentence how a rehearsal ended. */
export function describeRehearsal({ backup, problem, rows, photos, database }: Rehearsal): string {
  const engine = database === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  if (problem !== null) return `${backup} could not be restored. ${problem}`
  const contents = `${rows.toLocaleString('en-CA')} rows and ${photos.toLocaleString('en-CA')} photos`
  return `${backup} was restored into ${engine}: ${contents}, as many as it should have.`
}
