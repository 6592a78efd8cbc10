import type { RequestUser } from '#contract/accounts.ts'
import { cannotMessageText } from '#contract/message-rules.ts'
import type { Thread } from '#contract/messages.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { parseId } from '../http/id-params.ts'
import type { RequestWithId } from '../listings/require-listing.ts'
import { readBlockKeys } from '../students/block-keys.ts'
import { findBlockers, findBlocks, hasBlocked } from '../students/block-queries.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import type { Account } from '../students/user-queries.ts'
import { findThread, type ThreadRow } from './thread-queries.ts'

/** `confirmation` is set only for the student who sends the request. */
type Correspondent = Pick<Account, 'id' | 'email'> & Partial<Pick<RequestUser, 'confirmation'>>

/** Throws 403 if one of the two has blocked the other, from any account of the mailbox. */
export async function requireUnblocked(
  db: Db,
  sender: Correspondent,
  other: Correspondent,
): Promise<void> {
  const message = await whyBlocked(db, sender, other)
  if (message) throw new AppError('forbidden', message)
}

/** Does the same, and also throws 403 if the other account is deleted or closed. */
export async function requireReachable(
  db: Db,
  sender: Correspondent,
  other: Account | undefined,
): Promise<Account> {
  if (!other || other.bannedAt !== null) throw new AppError('forbidden', cannotMessageText)
  await requireUnblocked(db, sender, other)
  return other
}

async function whyBlocked(
  db: Db,
  sender: Correspondent,
  other: Correspondent,
): Promise<string | undefined> {
  if (await isBlockedBy(db, other.id, sender)) return cannotMessageText
  if (await isBlockedBy(db, sender.id, other)) {
    return "You've blocked this person. Unblock them to message them."
  }
}

/** Whether the blocker has blocked the student, or another account of the student's proven mailbox. */
export async function isBlockedBy(
  db: Db,
  blockerId: number,
  student: Correspondent,
): Promise<boolean> {
  const keysOf = await readBlockKeys(db)
  return hasBlocked(db, blockerId, keysOf(student))
}

type OtherSide = Pick<ThreadRow, 'other_id' | 'other_email' | 'other_banned_at'>

/**
 * Returns a function that says whether the reader can write in a thread. It reads all blocks at once, because there are
 * few.
 */
export async function readStates(
  db: Db,
  reader: Correspondent,
): Promise<(row: OtherSide) => Thread['state']> {
  const keysOf = await readBlockKeys(db)
  const blocked = new Set((await findBlocks(db, reader.id)).map(({ blocked_hash }) => blocked_hash))
  const blockers = new Set(await findBlockers(db, keysOf(reader)))
  return ({ other_id, other_email, other_banned_at }) => {
    if (other_id === null || other_email === null || other_banned_at !== null) return 'closed'
    const keys = keysOf({ id: other_id, email: other_email })
    if (keys.some((key) => blocked.has(key))) return 'blocked'
    return blockers.has(other_id) ? 'closed' : 'open'
  }
}

/** An onRequest hook for the routes of one thread. Its 404 comes before the errors of an invalid body. */
export const createRequireThread =
  ({ db, now }: { db: Db; now: () => number }) =>
  async (request: RequestWithId): Promise<void> => {
    const id = parseId(request.params.id)
    const reader = { studentId: loggedInUser(request).id, now: now() }
    if (!id || !(await findThread(db, id, reader))) throw threadNotFound()
  }

/** Other students' threads give the same error as missing ones, so that nobody learns that they exist. */
export const threadNotFound = () => new AppError('not_found', 'Conversation not found.')
