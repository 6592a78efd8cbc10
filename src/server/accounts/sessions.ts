import type { Db } from '../database/database.ts'
import type { SessionUser } from '../http.ts'
import {
  deleteUnchangedSession,
  findSession,
  insertSession,
  markSuccessorUsed,
  rotateSession,
  type Session,
} from './session-queries.ts'
import { expiresAt, isJustRotated, sessionState } from './session-state.ts'
import { hashToken, newSecret, newSelector, type SessionToken } from './session-token.ts'

export interface NewCookie {
  token: SessionToken
  maxAgeMs: number
}

export async function startSession(db: Db, userId: number, now: number): Promise<NewCookie> {
  const token = { selector: newSelector(), secret: newSecret() }
  await insertSession(db, {
    selectorHash: hashToken(token.selector),
    secretHash: hashToken(token.secret),
    userId,
    now,
  })
  return { token, maxAgeMs: expiresAt({ createdAt: now, refreshedAt: now }) - now }
}

/** The session a token opens; a token that shows theft or age ends its session. */
export async function openSession(
  db: Db,
  { selector, secret }: SessionToken,
  now: number,
): Promise<Session | null> {
  const session = await findSession(db, hashToken(selector))
  if (!session) return null
  const state = sessionState(session, hashToken(secret), now)
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

/** Gives a new secret, except to requests that come right after one that already did. */
export async function refreshSession(
  db: Db,
  { selector, secret }: SessionToken,
  now: number,
): Promise<{ user: SessionUser; cookie?: NewCookie } | null> {
  const session = await openSession(db, { selector, secret }, now)
  if (!session) return null
  const { user, createdAt } = session
  const presented = hashToken(secret)
  if (presented !== session.secretHash && isJustRotated(session, now)) return { user }
  const next = newSecret()
  const rotated = await rotateSession(db, session, { presented, next: hashToken(next), now })
  if (!rotated) return { user }
  const maxAgeMs = expiresAt({ createdAt, refreshedAt: now }) - now
  return { user, cookie: { token: { selector, secret: next }, maxAgeMs } }
}
