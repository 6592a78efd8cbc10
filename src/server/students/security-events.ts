import type { FastifyBaseLogger } from 'fastify'
import type { SecurityEvent, SecurityEventKind } from '#contract/own-account.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { KeyedHash } from '../app-secret.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import type { Client } from './client.ts'
import {
  countEventsByHour,
  findEventsExcept,
  insertSecurityEvent,
  type SecurityEventRow,
} from './security-event-queries.ts'

interface SecurityLogDeps {
  keyedHash: KeyedHash
  now: () => number
  log: Pick<FastifyBaseLogger, 'info'>
}

export const networkHashOf = (keyedHash: KeyedHash, network: string) =>
  keyedHash('network', network)

/**
 * Records security events for the student's account page and for the log. The log has only hashes of the account and
 * the network.
 */
export function createSecurityLog({ keyedHash, now, log }: SecurityLogDeps) {
  /** Call it in the transaction that causes the event. */
  return async function record(
    db: Db,
    kind: SecurityEventKind,
    studentId: number | undefined,
    { network, device }: Client,
    { isStored = true } = {},
  ): Promise<void> {
    const networkHash = networkHashOf(keyedHash, network)
    const account = studentId && keyedHash('account', String(studentId))
    log.info({ event: kind, account, network: networkHash }, 'security event')
    // The event of an account deletion is not stored, because its row would be deleted with the account.
    if (!isStored || kind === 'account deletion') return
    await insertSecurityEvent(db, { kind, studentId, device, networkHash, now: now() })
  }
}

/** How many of the student's own events the page shows. A device that causes more in a month is a script. */
const maxOwnEvents = 100

/** Strangers can cause many of these events. The page groups them, so that they do not push other events off it. */
const causedByOthers: SecurityEventKind[] = ['login failure', 'reset request']

/** Returns the newest events first. */
export async function readSecurityEvents(
  db: Db,
  studentId: number,
  now: number,
): Promise<SecurityEvent[]> {
  const filter = { studentId, kinds: causedByOthers, now }
  const ownEvents = await findEventsExcept(db, { ...filter, limit: maxOwnEvents })
  const hours = await countEventsByHour(db, filter)
  return [...ownEvents, ...mergeDays(hours)]
    .toSorted(newestFirst)
    .map((row) => ({ ...row, createdAt: toIso(row.createdAt) }))
}

function mergeDays(hours: SecurityEventRow[]): SecurityEventRow[] {
  const days = Map.groupBy(hours, (hour) => `${hour.kind} ${campusIsoDate(hour.createdAt)}`)
  return [...days.values()].flatMap((rows) => {
    const [last] = rows.toSorted(newestFirst)
    return last ? { ...last, count: rows.reduce((sum, { count }) => sum + count, 0) } : []
  })
}

const newestFirst = (a: SecurityEventRow, b: SecurityEventRow) => b.id - a.id
