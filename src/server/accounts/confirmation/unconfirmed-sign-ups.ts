import type { KeyedHash } from '../../app-secret.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs } from '../../durations.ts'
import { tooMany } from '../../errors.ts'
import { networkHashOf } from '../security-events.ts'
import {
  countedMs,
  findLastConfirmation,
  findNthSignUp,
  insertUnconfirmedSignUp,
  isUsedByStudents,
} from './unconfirmed-sign-up-queries.ts'

/** Sign-ups of one network stop while this many of the last hour had time to confirm and did not. */
const maxUnconfirmed = 30
const timeToConfirmMs = 30 * minuteMs

const hashNetwork = (keyedHash: KeyedHash, network: string) =>
  keyedHash('network of a sign-up', network)

export function recordUnconfirmedSignUp(
  db: Db,
  keyedHash: KeyedHash,
  { userId, network, createdAt }: { userId: number; network: string; createdAt: number },
) {
  const networkHash = hashNetwork(keyedHash, network)
  return insertUnconfirmedSignUp(db, { userId, networkHash, createdAt })
}

/**
 * 429 until the oldest of too many is an hour ago. Never on a network that students use: a stranger among them could keep
 * the others out. While emails are slow nobody can confirm, so what is unconfirmed counts from the next code that somebody
 * typed in, or once a mail server has refused the address.
 */
export async function requireConfirmedSignUps(
  db: Db,
  keyedHash: KeyedHash,
  { network, now }: { network: string; now: number },
) {
  const counted = { networkHash: hashNetwork(keyedHash, network), n: maxUnconfirmed, now }
  const before = now - timeToConfirmMs
  // Most networks need only this query.
  if (!(await findNthSignUp(db, { ...counted, before }))) return
  if (await isUsedByStudents(db, networkHashOf(keyedHash, network))) return
  const confirmedAt = (await findLastConfirmation(db, now)) ?? 0
  const deciding = await findNthSignUp(db, { ...counted, before: Math.min(before, confirmedAt) })
  if (!deciding) return
  throw tooMany(
    "Too many new accounts on your network haven't confirmed their email. Use another network, such as mobile data, or try again later.",
    { until: deciding.createdAt + countedMs, now },
  )
}
