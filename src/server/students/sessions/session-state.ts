import { dayMs, secondMs } from '../../durations.ts'

const idleTimeoutMs = 14 * dayMs
const maxLifetimeMs = 90 * dayMs
const rotationGraceMs = 10 * secondMs

interface SessionTimes {
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
 * current: the newest secret. previous: the secret before it, which is still valid because concurrent requests may
 * carry it, or because the response with the newest secret was lost. replayed: the token was copied.
 */
type SessionState = 'current' | 'previous' | 'replayed' | 'expired'

export function getSessionState(
  session: SessionSecrets,
  secretHash: string,
  now: number,
): SessionState {
  if (expiresAt(session) <= now) return 'expired'
  if (secretHash === session.secretHash) return 'current'
  const isTolerated = isWithinRotationGrace(session, now) || !session.successorUsed
  return secretHash === session.previousSecretHash && isTolerated ? 'previous' : 'replayed'
}

export const isWithinRotationGrace = ({ rotatedAt }: SessionSecrets, now: number) =>
  now - rotatedAt <= rotationGraceMs

export const expiresAt = ({ createdAt, refreshedAt }: SessionTimes) =>
  Math.min(refreshedAt + idleTimeoutMs, createdAt + maxLifetimeMs)

/** Sessions that were refreshed or created at or before these times have expired. */
export const expiryCutoffs = (now: number) => ({
  refreshedAt: now - idleTimeoutMs,
  createdAt: now - maxLifetimeMs,
})
