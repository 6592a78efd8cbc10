import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'

export interface LimitRule {
  name: string
  max: number
  windowMs: number
  /** What a person reads who came too often. */
  sentence: string
}

/** One counted try. */
export interface Place {
  bucket: string
  resetsAt: number
}

interface Window {
  count: number
  resets_at: number
}

/** Counts in the database, so that a limit holds across processes and restarts. */
export function createLimiter({ enabled, now }: { enabled: boolean; now: () => number }) {
  /** Counts one try, or throws 429: the tries of one window never exceed `max`, however parallel. */
  async function take(db: Db, rule: LimitRule, ...who: string[]): Promise<Place | null> {
    if (!enabled) return null
    const place = await tryToTake(db, rule, ...who)
    if (place.taken) return place
    const retryAfterSeconds = Math.max(1, Math.ceil((place.resetsAt - now()) / 1000))
    throw new AppError('too_many', rule.sentence, { retryAfterSeconds })
  }

  async function tryToTake(db: Db, { name, max, windowMs }: LimitRule, ...who: string[]) {
    const bucket = bucketName(name, who)
    const time = now()
    const resetsAt = time + windowMs
    if (!enabled) return { taken: true, bucket, resetsAt }
    const window = await db.get<Window>(sql`
      INSERT INTO rate_limits (bucket, count, resets_at) VALUES (${bucket}, 1, ${resetsAt})
      ON CONFLICT (bucket) DO UPDATE SET
        count = CASE WHEN rate_limits.resets_at <= ${time} THEN 1
          WHEN rate_limits.count > ${max} THEN rate_limits.count ELSE rate_limits.count + 1 END,
        resets_at = CASE WHEN rate_limits.resets_at <= ${time} THEN ${resetsAt} ELSE rate_limits.resets_at END
      RETURNING count, resets_at`)
    if (!window) throw new Error('a counted try came back without its window')
    return { taken: window.count <= max, bucket, resetsAt: window.resets_at }
  }

  /** A try that turned out not to count. */
  async function giveBack(db: Db, place: Place | null) {
    if (!place) return
    await db.run(sql`
      UPDATE rate_limits SET count = count - 1
      WHERE bucket = ${place.bucket} AND resets_at = ${place.resetsAt} AND count > 0`)
  }

  async function clear(db: Db, { name }: LimitRule, ...who: string[]) {
    if (!enabled) return
    await db.run(sql`DELETE FROM rate_limits WHERE bucket = ${bucketName(name, who)}`)
  }

  return { take, tryToTake, giveBack, clear }
}

export type Limiter = ReturnType<typeof createLimiter>

export async function sweepLimits(db: Db, now: number) {
  await db.run(sql`DELETE FROM rate_limits WHERE resets_at <= ${now}`)
}

/** Hashed: the table names no student and no address. */
function bucketName(name: string, who: string[]): string {
  return `${name}:${createHash('sha256').update(who.join('\n')).digest('base64url')}`
}
