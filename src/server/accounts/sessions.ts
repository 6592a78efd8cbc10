import type { SessionUser } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import {
  deleteUnchangedSession,
  findSession,
  insertSession,
  markSuccessorUsed,
  rotateSession,
  type Session,
} from './session-queries.ts'
import { expiresAt, getSessionState, isWithinRotationGrace } from './session-state.ts'
import { generateSecret, generateSelector, hashToken, type SessionToken } from './session-token.ts'

export interface IssuedCookie {
  token: SessionToken
  maxAgeMs: number
}

export async function startSession(db: Db, userId: number, now: number): Promise<IssuedCookie> {
  const token = { selector: generateSelector(), secret: generateSecret() }
  await insertSession(db, {
    selectorHash: hashToken(token.selector),
    secretHash: hashToken(token.secret),
    userId,
    now,
  })
  return { token, maxAgeMs: expiresAt({ createdAt: now, refreshedAt: now }) - now }
}

/** The session of a valid token; an expired or replayed token deletes its session. */
export async function validateSession(
  db: Db,
  { selector, secret }: SessionToken,
  now: number,
): Promise<Session | null> {
  const session = await findSession(db, hashToken(selector))
  if (!session) return null
  const state = getSessionState(session, hashToken(secret), now)
  if (state === 'replayed' || state === 'expired') {
    await deleteUnchangedSession(db, session)
    return null
  }
  if (state === 'current' && !session.successorUsed) {
    await markSuccessorUsed(db, session)
    session.successorUsed = true
  }
  return session
}

/** Rotates the secret, unless a concurrent request has just rotated it. */
export async function refreshSession(
  db: Db,
  { selector, secret }: SessionToken,
  now: number,
): Promise<{ user: SessionUser; cookie?: IssuedCookie } | null> {
  const session = await validateSession(db, { selector, secret }, now)
  if (!session) return null
  const { user, createdAt } = session
  const presented = hashToken(secret)
  if (presented !== session.secretHash && isWithinRotationGrace(session, now)) return { user }
  const next = generateSecret()
  const isRotated = await rotateSession(db, session, { presented, next: hashToken(next), now })
  // Either a concurrent request has rotated it, or a logout has deleted it.
  if (!isRotated) return (await findSession(db, session.selectorHash)) ? { user } : null
  const maxAgeMs = expiresAt({ createdAt, refreshedAt: now }) - now
  return { user, cookie: { token: { selector, secret: next }, maxAgeMs } }
}
