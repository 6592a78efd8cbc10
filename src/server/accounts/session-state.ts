const day = 24 * 60 * 60 * 1000
const idleMs = 14 * day
const totalMs = 90 * day
const graceMs = 10_000

export interface SessionTimes {
  createdAt: number
  refreshedAt: number
}

export interface SessionSecrets extends SessionTimes {
  secretHash: string
  previousSecretHash: string | null
  rotatedAt: number
  successorUsed: boolean
}

/**
 * current: the newest secret. previous: the one before, still good because requests under way may carry it,
 * or because the answer with the newest was lost. replayed: somebody else holds a copy.
 */
export type SessionState = 'current' | 'previous' | 'replayed' | 'expired'

export function sessionState(session: SessionSecrets, secretHash: string, now: number) {
  if (expiresAt(session) <= now) return 'expired'
  if (secretHash === session.secretHash) return 'current'
  const tolerated = isJustRotated(session, now) || !session.successorUsed
  return secretHash === session.previousSecretHash && tolerated ? 'previous' : 'replayed'
}

export const isJustRotated = ({ rotatedAt }: SessionSecrets, now: number) =>
  now - rotatedAt <= graceMs

export const expiresAt = ({ createdAt, refreshedAt }: SessionTimes) =>
  Math.min(refreshedAt + idleMs, createdAt + totalMs)

/** Sessions last refreshed, or begun, before these times are over. */
export const oldestLiving = (now: number) => ({
  refreshedAt: now - idleMs,
  createdAt: now - totalMs,
})
