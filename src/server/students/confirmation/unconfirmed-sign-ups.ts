import type { KeyedHash } from '../../app-secret.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs } from '../../durations.ts'
import { tooMany } from '../../errors.ts'
import {
  countedMs,
  findLastConfirmation,
  findNthSignUp,
  insertUnconfirmedSignUp,
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
 * For networks that students don't use: 429 until the oldest of too many sign-ups is an hour ago. A sign-up counts once
 * someone has since typed in a code, or its address was refused: while emails are slow, nobody can confirm.
 */
export async function requireConfirmedSignUps(
  db: Db,
  keyedHash: KeyedHash,
  { network, now }: { network: string; now: number },
) {
  const counted = { networkHash: hashNetwork(keyedHash, network), n: maxUnconfirmed, now }
  const confirmedAt = (await findLastConfirmation(db, now)) ?? 0
  const before = Math.min(now - timeToConfirmMs, confirmedAt)
  const deciding = await findNthSignUp(db, { ...counted, before })
  if (!deciding) return
  throw tooMany(
    "Too many new accounts on your network haven't confirmed their email. Use another network, such as mobile data, or try again later.",
    { until: deciding.createdAt + countedMs, now },
  )
}
