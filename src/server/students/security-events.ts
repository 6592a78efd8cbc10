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

/** Security events go to the student's account page and to the log, which names neither account nor network. */
export function createSecurityLog({ keyedHash, now, log }: SecurityLogDeps) {
  /** Call it in the transaction of what happened. */
  return async function record(
    db: Db,
    kind: SecurityEventKind,
    userId: number | undefined,
    { network, device }: Client,
    { isStored = true } = {},
  ): Promise<void> {
    const networkHash = networkHashOf(keyedHash, network)
    const account = userId && keyedHash('account', String(userId))
    log.info({ event: kind, account, network: networkHash }, 'security event')
    // The row of this event would be deleted with the account.
    if (!isStored || kind === 'account deletion') return
    await insertSecurityEvent(db, { kind, userId, device, networkHash, now: now() })
  }
}

/** How many of the student's own events are shown. A device that causes more in a month is a script. */
const maxOwnEvents = 100

/** Others can cause many of these events. They are grouped, so that they do not push the rest off the page. */
const causedByOthers: SecurityEventKind[] = ['login failure', 'reset request']

/** The newest first. */
export async function readSecurityEvents(
  db: Db,
  userId: number,
  now: number,
): Promise<SecurityEvent[]> {
  const filter = { userId, kinds: causedByOthers, now }
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
