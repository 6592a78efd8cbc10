import sql, { join, raw } from 'sql-template-tag'
import { securityEventDays } from '#contract/account-rules.ts'
import type { SecurityEvent, SecurityEventKind } from '#contract/own-account.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { forKeyShare } from '../database/sql-fragments.ts'
import { dayMs, hourMs } from '../durations.ts'
import { isOfHeldStudent } from './restrictions/requests.ts'

interface NewSecurityEvent {
  kind: SecurityEventKind
  studentId: number | undefined
  device: string | null
  networkHash: string
  now: number
}

/** Inserts nothing if the account does not exist. */
export async function insertSecurityEvent(db: Db, event: NewSecurityEvent) {
  const { kind, studentId = 0, device, networkHash, now } = event
  await db.run(sql`
    INSERT INTO security_events (user_id, kind, device, network_hash, created_at)
    SELECT id, ${kind}, ${device}, ${networkHash}, ${now}
    FROM users WHERE id = ${studentId} ${forKeyShare(db)}`)
}

/** Whether the student has logged in or confirmed from this network in the days for which events are kept. */
export async function hasLoggedInFrom(
  db: Db,
  studentId: number,
  networkHash: string,
): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM security_events
    WHERE user_id = ${studentId} AND network_hash = ${networkHash}
      AND kind IN ('login', 'email confirmation')
    LIMIT 1`)
  return row !== undefined
}

export interface SecurityEventRow extends Omit<SecurityEvent, 'createdAt'> {
  createdAt: number
}

interface EventFilter {
  studentId: number
  kinds: readonly SecurityEventKind[]
  now: number
}

const recentEvents = ({ studentId, now }: EventFilter) => sql`
  FROM security_events
  WHERE user_id = ${studentId} AND created_at > ${now - securityEventDays * dayMs}`

/** Finds events of all other kinds, the newest first. */
export function findEventsExcept(db: Db, filter: EventFilter & { limit: number }) {
  return db.all<SecurityEventRow>(sql`
    SELECT id, kind, device, created_at AS "createdAt", 1 AS count
    ${recentEvents(filter)} AND kind NOT IN (${join(filter.kinds)})
    ORDER BY id DESC LIMIT ${filter.limit}`)
}

/** Counts events by the hour, because SQL does not know the days on campus. */
export function countEventsByHour(db: Db, filter: EventFilter) {
  return db.all<SecurityEventRow>(sql`
    SELECT MAX(id) AS id, kind, NULL AS device, MAX(created_at) AS "createdAt", COUNT(*) AS count
    ${recentEvents(filter)} AND kind IN (${join(filter.kinds)})
    GROUP BY kind, created_at / ${raw(String(hourMs))}`)
}

export async function deleteExpiredSecurityEvents(db: Db, now: number) {
  const isHeld = isOfHeldStudent(sql`security_events.user_id`)
  const where = sql`created_at <= ${now - securityEventDays * dayMs} AND NOT ${isHeld}`
  await cleanUp(db, { table: 'security_events', primaryKey: ['id'], where })
}
