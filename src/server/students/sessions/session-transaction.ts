import type { FastifyRequest } from 'fastify'
import type { RequestUser } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { unauthenticated } from '../../errors.ts'
import { type Account, lockUser } from '../user-queries.ts'
import { findSessionProofs, lockSession } from './session-queries.ts'

/** Runs a transaction that writes for a logged-in user. It is refused if the session has ended since the request began. */
export function sessionTransaction<Result>(
  db: Db,
  request: FastifyRequest,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockLiveSession(tx, request)
    return work(tx)
  })
}

/**
 * Does the same, but locks the account's row first. Use it to change the account or end its sessions. Without the lock,
 * two requests that end each other's session would deadlock.
 */
export function accountTransaction<Result>(
  db: Db,
  request: Pick<FastifyRequest, 'selectorHash'> & { user: Pick<RequestUser, 'id'> | null },
  work: (tx: Db, account: Account) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const account = request.user && (await lockUser(tx, request.user.id))
    if (!account) throw unauthenticated()
    await lockLiveSession(tx, request)
    return work(tx, account)
  })
}

/** Throws 401 if the session of the request has ended. Call it where a request may be refused before its transaction. */
export async function requireLiveSession(
  db: Db,
  { selectorHash }: Pick<FastifyRequest, 'selectorHash'>,
): Promise<void> {
  if (!selectorHash || !(await findSessionProofs(db, selectorHash))) throw unauthenticated()
}

/**
 * Throws 401 if a logout has ended the session of the request. Call it in a transaction: a later logout waits for the
 * commit.
 */
export async function lockLiveSession(
  tx: Db,
  { selectorHash }: Pick<FastifyRequest, 'selectorHash'>,
): Promise<void> {
  if (!selectorHash || !(await lockSession(tx, selectorHash))) throw unauthenticated()
}
