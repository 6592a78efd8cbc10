import { mailboxOf } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import { maxBlocks, maxBlocksPerDay } from '#contract/message-rules.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { perDay, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import { readBlockKeys, readNewBlockKey } from '../../students/block-keys.ts'
import { countBlocks, deleteBlock, hasBlocked, insertBlock } from '../../students/block-queries.ts'
import { isSamePerson, personOfAccount } from '../../students/person.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { findMailboxUsers, lockUserShared } from '../../students/user-queries.ts'
import { callOffMeetingsIn } from '../meetings/call-off-meetings.ts'
import { deleteLinksIn } from '../meetings/meeting-link-queries.ts'
import { bumpVersionsOfBothSides } from '../message-version-queries.ts'
import { callOffDealsBetween } from '../offers/deals.ts'
import { markThreadRead } from '../read-threads.ts'
import { lockPair, lockThreadsBetween } from '../thread-locks.ts'

const blocksPerDay: RateLimitRule = {
  name: 'blocks',
  ...perDay(maxBlocksPerDay),
  message: `You can block ${maxBlocksPerDay} students a day. Please try again later.`,
}

interface Blocking {
  blocker: Pick<User, 'id' | 'email'>
  studentId: number
  now: number
}

/**
 * Call it in a transaction that has locked the blocker's account. A message that is sent at the same time is either
 * refused, or already there and then marked as read. So no message from the blocked student, from any account of the
 * mailbox, stays unread. If the mailbox is unproven, only this account is blocked.
 */
export async function blockStudent(
  tx: Db,
  rateLimiter: RateLimiter,
  { blocker, studentId, now }: Blocking,
): Promise<void> {
  const student = await lockUserShared(tx, studentId)
  if (!student) throw new AppError('not_found', 'Student not found.')
  // The blocker counts as proven, because only a student with a proven mailbox may block.
  const person = personOfAccount(student)
  if (isSamePerson({ ...blocker, isUnproven: false }, person)) {
    throw new AppError('bad_request', "You can't block yourself.")
  }
  await lockPair(tx, blocker, student)
  const blockerId = blocker.id
  if (await hasBlocked(tx, blockerId, (await readBlockKeys(tx))(student))) return
  const otherIds = person.isUnproven ? [studentId] : await findMailboxUsers(tx, student.email)
  const listingIds = await callOffDealsBetween(tx, { blockerId, otherIds, now })
  const threadIds = await lockThreadsBetween(tx, { studentId: blockerId, otherIds, now })
  if ((await countBlocks(tx, blockerId)) >= maxBlocks) {
    const message = `You've blocked ${maxBlocks} students. Unblock one first.`
    throw new AppError('conflict', message)
  }
  const blockedHash = await readNewBlockKey(tx, student)
  await insertBlock(tx, { blockerId, blockedId: studentId, blockedHash, now })
  await rateLimiter.take(tx, blocksPerDay, mailboxOf(blocker.email))
  await callOffMeetingsIn(tx, { threadIds, blockerId, now })
  await deleteLinksIn(tx, threadIds)
  // This comes before the loop, which bumps only the blocker's version, because versions are locked in the order of ids.
  await bumpVersionsOfBothSides(tx, blockerId, listingIds)
  for (const threadId of threadIds) {
    await markThreadRead(tx, { threadId, studentId: blockerId, upTo: undefined, now })
  }
}

/** Unblocks even if the blocked account was deleted since, or if another account of the mailbox was blocked. */
export async function unblockStudent(
  tx: Db,
  { blocker, studentId }: Omit<Blocking, 'now'>,
): Promise<void> {
  const student = await lockUserShared(tx, studentId)
  const hash = await readMailboxHash(tx)
  const isDeleted = await deleteBlock(tx, {
    blockerId: blocker.id,
    blockedId: studentId,
    ...(student && { blockedHash: hash(student.email) }),
  })
  if (isDeleted) await bumpVersionsOfBothSides(tx, blocker.id)
}
