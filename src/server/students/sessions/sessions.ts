import { type Db, writeIfPossible } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import {
  deleteLongestUnusedSessions,
  deleteUnchangedSession,
  insertSession,
  markSuccessorUsed,
  rotateSession,
  type Session,
  type SessionFinder,
  updateLastUse,
} from './session-queries.ts'
import { expiresAt, getSessionState, isWithinRotationGrace } from './session-state.ts'
import { generateSecret, generateSelector, hashToken, type SessionToken } from './session-token.ts'

export interface IssuedCookie {
  token: SessionToken
  maxAgeMs: number
}

/** The last use is written at most once in this time, so that most requests need no write. */
const lastUsePrecisionMs = hourMs

/** No student has this many devices. A script that logs in each time must not fill the table. */
const maxSessions = 50

interface NewSession {
  studentId: number
  /** The device, such as "Firefox on Windows", or null if the client does not say. */
  device: string | null
  /** The identity provider at which the student logged in. */
  issuer?: string | undefined
  now: number
  /** When the second factor was last used, here or earlier on this device. */
  secondFactorAt?: number | null
}

/** Call it in a transaction that has locked the user's row. */
export async function startSession(
  db: Db,
  { studentId, device, issuer, now, secondFactorAt = null }: NewSession,
): Promise<IssuedCookie> {
  await deleteLongestUnusedSessions(db, studentId, maxSessions - 1)
  const token = { selector: generateSelector(), secret: generateSecret() }
  await insertSession(db, {
    selectorHash: hashToken(token.selector),
    secretHash: hashToken(token.secret),
    studentId,
    device,
    issuer,
    now,
    secondFactorAt,
  })
  return { token, maxAgeMs: expiresAt({ createdAt: now, refreshedAt: now }) - now }
}

interface SessionDeps {
  db: Db
  findSession: SessionFinder
}

/** Returns the session of a valid token. If the token is expired or replayed, deletes its session. */
export async function validateSession(
  { db, findSession }: SessionDeps,
  { selector, secret }: SessionToken,
  now: number,
): Promise<Session | null> {
  const session = await findSession(db, hashToken(selector))
  if (!session) return null
  const state = getSessionState(session, hashToken(secret), now)
  if (state === 'replayed' || state === 'expired') {
    await writeIfPossible(deleteUnchangedSession(db, session))
    return null
  }
  if (state === 'current' && !session.successorUsed) {
    const outcome = await writeIfPossible(markSuccessorUsed(db, session))
    session.successorUsed = outcome === 'written'
  }
  if (now - session.lastUsedAt >= lastUsePrecisionMs) {
    await writeIfPossible(updateLastUse(db, session, now))
  }
  return session
}

/** Rotates the secret, unless a concurrent request has just rotated it. */
export async function refreshSession(
  deps: SessionDeps,
  { selector, secret }: SessionToken,
  now: number,
): Promise<{ user: Session['user']; secondFactorAt: number | null; cookie?: IssuedCookie } | null> {
  const { db, findSession } = deps
  const session = await validateSession(deps, { selector, secret }, now)
  if (!session) return null
  const { user, createdAt, secondFactorAt } = session
  const presented = hashToken(secret)
  if (presented !== session.secretHash && isWithinRotationGrace(session, now)) {
    return { user, secondFactorAt }
  }
  const next = generateSecret()
  const isRotated = await rotateSession(db, session, { presented, next: hashToken(next), now })
  // A concurrent request has rotated the session, or a logout has deleted it.
  if (!isRotated)
    return (await findSession(db, session.selectorHash)) ? { user, secondFactorAt } : null
  const maxAgeMs = expiresAt({ createdAt, refreshedAt: now }) - now
  return { user, secondFactorAt, cookie: { token: { selector, secret: next }, maxAgeMs } }
}
