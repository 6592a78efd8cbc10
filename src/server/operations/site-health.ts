import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import type { Overview } from '#contract/operations.ts'
import { version } from '#contract/version.ts'
import { campusDayNumber, nextCampusHour } from '#format/campus-date.ts'
import { findRouteErrors } from '../counts/counts.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs, secondMs, toIso, toIsoOrNull } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { mailKinds } from '../mail/mail-kinds.ts'

/** The parts of the last backup and of the last rehearsed restore that the page and the alerts need. */
export interface BackupTimes {
  lastBackup: { at: number; bytes: number; contents: string; place: string } | null
  lastRehearsal: { at: number; problem: string | null } | null
}

export type ReadBackups = (db: Db) => Promise<BackupTimes>

const shownJobs = 20
const shownErrors = 20

export async function readHealth(
  db: Db,
  now: number,
  readBackups: ReadBackups,
): Promise<Overview['health']> {
  const { lastBackup, lastRehearsal } = await readBackups(db)
  return {
    mail: await readWaitingMail(db, now),
    failedJobs: await readFailedJobs(db, now),
    failedJobCount: await countFailedJobs(db),
    backup: lastBackup && {
      at: toIso(lastBackup.at),
      bytes: lastBackup.bytes,
      contents: lastBackup.contents,
      place: lastBackup.place,
    },
    rehearsal: lastRehearsal && {
      at: toIso(lastRehearsal.at),
      problem: lastRehearsal.problem,
    },
    sizes: await readSizes(db, now),
    processes: await readProcesses(db, now),
    errors: await findRouteErrors(db, now, shownErrors),
  }
}

/** How many waiting emails of a kind are counted. Each row holds a whole email, so reading more would take long. */
const maxCounted = 200

/**
 * Counts the emails that are due or wait for another attempt, by kind, because the index of waiting jobs begins with
 * the kind. Emails for later have no error.
 */
async function readWaitingMail(db: Db, now: number): Promise<Overview['health']['mail']> {
  const mails: { created_at: number; error: string | null }[] = []
  let isMore = false
  for (const kind of mailKinds) {
    const waiting = await db.all<{ run_at: number; created_at: number; error: string | null }>(sql`
      SELECT run_at, created_at, error FROM jobs WHERE state = 'waiting' AND kind = ${kind}
      ORDER BY run_at LIMIT ${maxCounted + 1}`)
    isMore ||= waiting.length > maxCounted
    mails.push(
      ...waiting
        .slice(0, maxCounted)
        .filter(({ run_at, error }) => run_at <= now || error !== null),
    )
  }
  const ordered = mails.toSorted((a, b) => a.created_at - b.created_at)
  return {
    waiting: mails.length,
    isMore,
    oldest: toIsoOrNull(ordered[0]?.created_at ?? null),
    reason: ordered.find(({ error }) => error !== null)?.error ?? null,
  }
}

async function readFailedJobs(db: Db, now: number): Promise<Overview['health']['failedJobs']> {
  const rows = await db.all<{
    id: number
    kind: string
    finished_at: number
    error: string | null
    can_retry: number
  }>(sql`
    SELECT id, kind, finished_at, error, CASE
      WHEN payload <> 'null' AND (expires_at IS NULL OR expires_at > ${now}) THEN 1 ELSE 0
    END AS can_retry
    FROM jobs WHERE state = 'failed' ORDER BY finished_at DESC, id DESC LIMIT ${shownJobs}`)
  return rows.map(({ id, kind, finished_at, error, can_retry }) => ({
    id,
    kind,
    failedAt: toIso(finished_at),
    reason: (error ?? '').split('\n', 1)[0] ?? '',
    canRetry: can_retry === 1,
  }))
}

/** Failed jobs are kept for three months, so there may be many. */
const maxFailedJobs = 1_000

async function countFailedJobs(db: Db): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 AS found FROM jobs WHERE state = 'failed' LIMIT ${maxFailedJobs}) AS failed`)
  return row?.count ?? 0
}

interface SizesRow {
  day: number
  database_bytes: number
  photo_bytes: number
  disk_bytes: number
  free_bytes: number
}

/** The days from which the pace is computed. */
const paceDays = 28
const keptSizeDays = 90
const measuringHour = 3

async function readSizes(db: Db, now: number): Promise<Overview['health']['sizes']> {
  const rows = await db.all<SizesRow>(sql`
    SELECT day, database_bytes, photo_bytes, disk_bytes, free_bytes FROM site_sizes
    WHERE day >= ${campusDayNumber(now) - paceDays} ORDER BY day`)
  const last = rows.at(-1)
  if (!last) return null
  return {
    databaseBytes: last.database_bytes,
    photoBytes: last.photo_bytes,
    diskBytes: last.disk_bytes,
    freeBytes: last.free_bytes,
    fullOn: projectFullDay(rows),
  }
}

/** Returns the day on which the disk is full if it goes on filling up as between the first row and the last. */
export function projectFullDay(
  rows: readonly Pick<SizesRow, 'day' | 'disk_bytes' | 'free_bytes'>[],
): string | null {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || first.day === last.day) return null
  const used = ({ disk_bytes, free_bytes }: typeof first) => disk_bytes - free_bytes
  const perDay = (used(last) - used(first)) / (last.day - first.day)
  const days = last.free_bytes / perDay
  // A pace that fills the disk in ten years says nothing.
  if (!(perDay > 0) || days > 3650) return null
  return toIso((last.day + Math.floor(days)) * dayMs).slice(0, 10)
}

export type ReadDisk = () => Promise<{ totalBytes: number; freeBytes: number }>

/** Reads the disk of DATA_DIR. */
export const readDiskOf =
  (dataDir: string): ReadDisk =>
  async () => {
    const { bsize, blocks, bavail } = await statfs(dataDir)
    return { totalBytes: bsize * blocks, freeBytes: bsize * bavail }
  }

type Disk = Awaited<ReturnType<ReadDisk>>

/**
 * Reads the fullest disk of all machines that serve the site. Each process writes its own to its row, because any of them
 * may run a job. Returns undefined if no process could read its disk.
 */
export async function findFullestDisk(db: Db, now: number): Promise<Disk | undefined> {
  const disks = await db.all<Disk>(sql`
    SELECT disk_bytes AS "totalBytes", free_bytes AS "freeBytes" FROM processes
    WHERE seen_at > ${now - maxSilenceMs} AND disk_bytes > 0`)
  const freeShare = ({ totalBytes, freeBytes }: Disk) => freeBytes / totalBytes
  return disks.toSorted((a, b) => freeShare(a) - freeShare(b))[0]
}

/** Measures the database, the photos and the fullest disk every night. */
export const measureSizes: JobKind = {
  name: 'measure-sizes',
  delivery: 'at-least-once',
  isInterruptible: true,
  nextRunAt: (now) => nextCampusHour(now, measuringHour),
  firstRunDelayMs: minuteMs,
  async run({ db, now, signal }) {
    const disk = await findFullestDisk(db, now())
    if (!disk) return
    const { totalBytes, freeBytes } = disk
    const photoBytes = await countPhotoBytes(db, signal)
    const databaseBytes = await readDatabaseBytes(db)
    const day = campusDayNumber(now())
    await db.run(sql`
      INSERT INTO site_sizes (day, database_bytes, photo_bytes, disk_bytes, free_bytes)
      VALUES (${day}, ${databaseBytes}, ${photoBytes}, ${totalBytes}, ${freeBytes})
      ON CONFLICT (day) DO UPDATE SET database_bytes = excluded.database_bytes,
        photo_bytes = excluded.photo_bytes, disk_bytes = excluded.disk_bytes,
        free_bytes = excluded.free_bytes`)
    await db.run(sql`DELETE FROM site_sizes WHERE day < ${day - keptSizeDays}`)
  },
}

const photosPerSlice = 200

/** Adds up the photos in slices, because one sum over all of them would block every request on SQLite. */
async function countPhotoBytes(db: Db, signal: AbortSignal): Promise<number> {
  let total = 0
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const rows = await db.all<{ name: string; bytes: number }>(sql`
      SELECT name, bytes FROM photos WHERE name > ${after} ORDER BY name LIMIT ${photosPerSlice}`)
    for (const { bytes } of rows) total += bytes
    const last = rows.at(-1)
    if (!last || rows.length < photosPerSlice) return total
    after = last.name
    await yieldToEventLoop()
  }
}

async function readDatabaseBytes(db: Db): Promise<number> {
  const row = await db.get<{ bytes: number }>(
    db.dialect === 'postgres'
      ? sql`SELECT pg_database_size(current_database()) AS bytes`
      : sql`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
  )
  return row?.bytes ?? 0
}

/** A process that has not written for this long has ended without saying so. */
const maxSilenceMs = 3 * minuteMs

async function readProcesses(db: Db, now: number): Promise<Overview['health']['processes']> {
  const rows = await db.all<{ name: string; version: string; started_at: number }>(sql`
    SELECT name, version, started_at FROM processes WHERE seen_at > ${now - maxSilenceMs}
    ORDER BY started_at, id`)
  return rows.map(({ name, version, started_at }) => ({
    name,
    version,
    startedAt: toIso(started_at),
  }))
}

interface HeartbeatDeps {
  db: Db
  readDisk: ReadDisk
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Writes a row of this process and its disk every minute, and deletes it when the process stops. */
export function startHeartbeat({ db, readDisk, now, log }: HeartbeatDeps) {
  const id = randomUUID()
  const name = `${hostname()} ${process.pid}`
  const startedAt = now() - Math.round(process.uptime() * secondMs)

  async function beat() {
    try {
      const disk = await readDisk().catch((error) => {
        log.warn({ err: error }, 'disk not read')
      })
      await db.run(sql`
        INSERT INTO processes (id, name, version, started_at, seen_at, disk_bytes, free_bytes)
        VALUES (${id}, ${name}, ${version}, ${startedAt}, ${now()}, ${disk?.totalBytes ?? null},
          ${disk?.freeBytes ?? null})
        ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at,
          disk_bytes = excluded.disk_bytes, free_bytes = excluded.free_bytes`)
      await db.run(sql`DELETE FROM processes WHERE seen_at < ${now() - hourMs}`)
    } catch (error) {
      log.warn({ err: error }, 'heartbeat not written')
    }
  }

  const timer = setInterval(beat, minuteMs).unref()
  const first = beat()
  return {
    beat,
    async stop() {
      clearInterval(timer)
      await first
      await db.run(sql`DELETE FROM processes WHERE id = ${id}`).catch(() => undefined)
    },
  }
}
