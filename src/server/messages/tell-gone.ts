import sql from 'sql-template-tag'
import type { RequestUser } from '#contract/accounts.ts'
import { soldText } from '#contract/message-chips.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { findListing, type ListingRow } from '../listings/listing-queries.ts'
import { readContent } from '../listings/present-listing.ts'
import type { Account } from '../students/user-queries.ts'
import { bumpVersionsOfThreads } from './message-version-queries.ts'
import { addMessage, countMessage, lockForWriting } from './send-message.ts'
import { readStates } from './thread-access.ts'
import { lockThreadsOfListings } from './thread-locks.ts'
import type { ThreadRow } from './thread-queries.ts'

/** How many are told: those who wrote last. All others see in the conversation that the listing is sold. */
const maxTold = 100

/** Students hear only once about a listing that is sold, put back and sold again within this time. */
const tellAgainAfterMs = dayMs

type Seller = Pick<RequestUser, 'id' | 'email'>
type Viewed = Pick<ThreadRow, 'id' | 'is_buyer'>

interface WaitingRow
  extends Pick<ThreadRow, 'id' | 'category' | 'listing_id' | 'title' | 'expires_at'>,
    Pick<Account, 'mailMessages'> {
  other_id: number
  other_email: string
  other_banned_at: null
  first_name: string
  last_name: string
}

/** A condition on `threads`: its student bought the thing, by an accepted offer or by what the seller said of a meeting. */
const isBuyers = sql`(
  EXISTS (SELECT 1 FROM offers WHERE offers.thread_id = threads.id AND offers.state = 'accepted')
  OR EXISTS (
    SELECT 1 FROM meetings WHERE meetings.thread_id = threads.id AND seller_outcome = 'sold'))`

/** A condition on `threads`: its student is the only one with a meeting to come about the listing, and may have bought it. */
const isOnlyToMeet = (now: number) => {
  const isToCome = sql`meetings.state = 'agreed' AND meetings.starts_at > ${now}`
  return sql`(
    EXISTS (SELECT 1 FROM meetings WHERE meetings.thread_id = threads.id AND ${isToCome})
    AND NOT EXISTS (
      SELECT 1 FROM threads AS others JOIN meetings ON meetings.thread_id = others.id
      WHERE others.listing_id = threads.listing_id AND others.id <> threads.id AND ${isToCome}))`
}

/**
 * Finds the other students who wrote about a sold listing, those who wrote last first. Left out are the buyer, students
 * who already read that it is gone, and students whom a block keeps apart from the seller. If nobody is known to be the
 * buyer, it may be the student of the open thread, or the only one who has a meeting to come. Nobody is left once the
 * seller has told them.
 */
export async function findOthersToTell(
  db: Db,
  thread: Viewed,
  { seller, listing, now }: { seller: Seller; listing: ListingRow | undefined; now: number },
): Promise<WaitingRow[]> {
  if (thread.is_buyer === 1 || listing?.status !== 'sold') return []
  const since = listing.status_changed_at - tellAgainAfterMs
  const isTold = await db.get(sql`
    SELECT 1 AS found FROM threads JOIN messages ON messages.thread_id = threads.id
    WHERE threads.listing_id = ${listing.id} AND messages.kind = 'gone'
      AND messages.created_at >= ${since} LIMIT 1`)
  if (isTold) return []
  const hasBuyer = sql`EXISTS (
    SELECT 1 FROM threads WHERE threads.listing_id = ${listing.id} AND ${isBuyers})`
  const rows = await db.all<WaitingRow>(sql`
    SELECT threads.id, threads.category, threads.listing_id, threads.title, threads.expires_at,
      users.id AS other_id, users.email AS other_email, users.banned_at AS other_banned_at,
      users.first_name, users.last_name, users.mail_messages AS "mailMessages"
    FROM threads
    JOIN thread_members AS buyer ON buyer.thread_id = threads.id AND buyer.is_buyer = 1
    JOIN users ON users.id = buyer.user_id
    WHERE threads.listing_id = ${listing.id}
      AND ((threads.id <> ${thread.id} AND NOT ${isOnlyToMeet(now)}) OR ${hasBuyer})
      AND threads.expires_at > ${now} AND users.banned_at IS NULL AND NOT ${isBuyers}
      AND NOT EXISTS (
        SELECT 1 FROM messages WHERE messages.thread_id = threads.id AND messages.is_from_buyer = 0
          AND messages.created_at >= ${since} AND messages.body = ${soldText(readContent(listing))})
    ORDER BY buyer.last_message_id DESC LIMIT ${maxTold}`)
  const stateOf = await readStates(db, seller)
  return rows.filter((row) => stateOf(row) === 'open')
}

/**
 * Tells the other students who wrote about a sold listing that it is gone. A press counts as one message, and a second one
 * finds nobody to tell. Call it in a transaction that has locked the seller's account. Returns how many were told.
 */
export async function tellOthersGone(
  tx: Db,
  rateLimiter: RateLimiter,
  threadId: number,
  { seller, now }: { seller: Seller; now: number },
): Promise<number> {
  const reader = { studentId: seller.id, now }
  const { thread } = await lockForWriting(tx, threadId, reader, ({ listing_id }) =>
    lockThreadsOfListings(tx, [listing_id]),
  )
  if (thread.is_buyer === 1) throw new AppError('forbidden', 'Only the seller can do this.')
  const listing = await findListing(tx, { category: thread.category, id: thread.listing_id })
  if (listing?.status !== 'sold') {
    throw new AppError('wrong_status', 'Mark the listing as sold first.')
  }
  const others = await findOthersToTell(tx, thread, { seller, listing, now })
  if (others.length === 0) return 0
  await countMessage(tx, rateLimiter, seller)
  const body = soldText(readContent(listing))
  for (const { mailMessages, ...other } of others) {
    const recipient = { mailMessages }
    const added = { body, structured: { kind: 'gone' }, recipient, now } as const
    await addMessage(tx, { ...other, is_buyer: 0 }, added)
  }
  await bumpVersionsOfThreads(tx, listing.id)
  return others.length
}
