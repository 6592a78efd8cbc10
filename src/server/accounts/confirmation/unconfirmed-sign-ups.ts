import type { KeyedHash } from '../../app-secret.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs } from '../../durations.ts'
import { tooMany } from '../../errors.ts'
import { countedMs, findNthSignUp, insertUnconfirmedSignUp } from './unconfirmed-sign-up-queries.ts'

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

/** 429 until the oldest of too many is an hour ago. */
export async function requireConfirmedSignUps(
  db: Db,
  keyedHash: KeyedHash,
  { network, now }: { network: string; now: number },
) {
  const networkHash = hashNetwork(keyedHash, network)
  const before = now - timeToConfirmMs
  const deciding = await findNthSignUp(db, { networkHash, n: maxUnconfirmed, before, now })
  if (!deciding) return
  throw tooMany(
    "Too many new accounts on your network haven't confirmed their email. Please try again later.",
    { until: deciding.createdAt + countedMs, now },
  )
}
