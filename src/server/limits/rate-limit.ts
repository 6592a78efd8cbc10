import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { tooMany } from '../errors.ts'
import type { ClientNetworks } from './client-network.ts'

/** A limit of `max` attempts per window, for each key. */
export interface RateLimit {
  /** The name, with which the names of its counters begin. No two limits may share it. */
  name: string
  max: number
  windowMs: number
}

const per = (windowMs: number) => (max: number) => ({ max, windowMs })

// Limits use these functions: `{ name: 'exports', ...perHour(20), message: '…' }`.
export const perMinute = per(minuteMs)
export const perTenMinutes = per(10 * minuteMs)
export const perHour = per(hourMs)
export const perDay = per(dayMs)

/** A limit with a message that tells the client why it was refused. */
export interface RateLimitRule extends RateLimit {
  message: string
}

/** One counted attempt. `release` can take it back. */
export interface Reservation {
  bucket: string
  resetsAt: number
  /** The number of attempts, including this one. */
  count: number
}

/**
 * How many networks of a site may use up their limits. A site may be one customer, or a residence with a network for
 * each room.
 */
const networksPerSite = 4

/** Returns the counters for a client: its network, and on IPv6 its site too. */
export function networkCounters<Limit extends RateLimit>(
  limit: Limit,
  { network, site }: ClientNetworks,
): [limit: Limit, key: string][] {
  if (site === network) return [[limit, network]]
  const ofSite = { ...limit, name: `${limit.name}-per-site`, max: networksPerSite * limit.max }
  return [
    [limit, network],
    [ofSite, site],
  ]
}

interface Window {
  count: number
  resets_at: number
}

/** Counts attempts in fixed windows, in the database, so that a limit applies across processes and restarts. */
export function createRateLimiter({ enabled, now }: { enabled: boolean; now: () => number }) {
  /** Counts one attempt or throws 429. The upsert is atomic, so concurrent calls never exceed `max`. */
  async function take(db: Db, rule: RateLimitRule, ...key: string[]): Promise<Reservation | null> {
    if (!enabled) return null
    const reservation = await tryTake(db, rule, ...key)
    if (reservation.isAllowed) return reservation
    throw tooMany(rule.message, { until: reservation.resetsAt, now: now() })
  }

  async function tryTake(db: Db, { name, max, windowMs }: RateLimit, ...key: string[]) {
    const bucket = bucketName(name, key)
    const time = now()
    const resetsAt = time + windowMs
    if (!enabled) return { isAllowed: true, bucket, resetsAt, count: 0 }
    const window = await db.get<Window>(sql`
      INSERT INTO rate_limits (bucket, count, resets_at) VALUES (${bucket}, 1, ${resetsAt})
      ON CONFLICT (bucket) DO UPDATE SET
        count = CASE WHEN rate_limits.resets_at <= ${time} THEN 1
          WHEN rate_limits.count > ${max} THEN rate_limits.count ELSE rate_limits.count + 1 END,
        resets_at = CASE WHEN rate_limits.resets_at <= ${time} THEN ${resetsAt} ELSE rate_limits.resets_at END
      RETURNING count, resets_at`)
    if (!window) throw new Error('the rate limit upsert returned no row')
    const { count } = window
    return { isAllowed: count <= max, bucket, resetsAt: window.resets_at, count }
  }

  /** Counts one attempt for a limit per network, or throws 429. */
  async function takeForClient(db: Db, rule: RateLimitRule, client: ClientNetworks) {
    const taken: (Reservation | null)[] = []
    for (const counter of networkCounters(rule, client)) taken.push(await take(db, ...counter))
    return taken
  }

  /** Takes back an attempt, unless its window has ended. */
  async function release(db: Db, reservation: Reservation | null) {
    if (!reservation) return
    await db.run(sql`
      UPDATE rate_limits SET count = count - 1
      WHERE bucket = ${reservation.bucket} AND resets_at = ${reservation.resetsAt} AND count > 0`)
  }

  /** Adds attempts to a window that `take` has begun. */
  async function add(db: Db, { name }: RateLimit, attempts: number, ...key: string[]) {
    if (!enabled || attempts === 0) return
    await db.run(sql`
      UPDATE rate_limits SET count = count + ${attempts}
      WHERE bucket = ${bucketName(name, key)} AND resets_at > ${now()}`)
  }

  async function clear(db: Db, { name }: RateLimitRule, ...key: string[]) {
    if (!enabled) return
    await db.run(sql`DELETE FROM rate_limits WHERE bucket = ${bucketName(name, key)}`)
  }

  return { take, takeForClient, tryTake, release, add, clear }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

export async function deleteExpiredRateLimits(db: Db, now: number) {
  const where = sql`resets_at <= ${now}`
  await cleanUp(db, { table: 'rate_limits', primaryKey: ['bucket'], where })
}

/** Hashes the key, so that the table holds neither email nor network addresses. */
function bucketName(name: string, key: string[]): string {
  return `${name}:${createHash('sha256').update(key.join('\n')).digest('base64url')}`
}

export const limitsData: RoomData = {
  tables: { rate_limits: { notInBackups: 'they expire within a day' } },
  expire: [deleteExpiredRateLimits],
}

/**
 * Counts in this process instead of the database, with one window for all keys. It is for calls that are too frequent
 * and too harmless to cost a write each.
 */
export function createInMemoryRateLimit(
  { max, windowMs, message }: RateLimitRule,
  { enabled, now }: { enabled: boolean; now: () => number },
) {
  const counts = new Map<string, number>()
  let resetsAt = 0

  return function take(key: string) {
    if (!enabled) return
    if (now() >= resetsAt) {
      counts.clear()
      resetsAt = now() + windowMs
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= max) return
    throw tooMany(message, { until: resetsAt, now: now() })
  }
}
