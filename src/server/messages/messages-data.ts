import sql from 'sql-template-tag'
import type { AccountExport } from '#contract/account-export.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../database/database.ts'
import { mapSlices, type RoomData } from '../database/room-data.ts'
import { isOneOf } from '../database/sql-fragments.ts'
import { toIso } from '../durations.ts'
import { findBlocks } from '../students/block-queries.ts'
import { callOffMeetingsOf } from './meetings/call-off-meetings.ts'
import { exportMeeting } from './meetings/export-meeting.ts'
import { deleteExpiredLinks } from './meetings/meeting-link-queries.ts'
import { endPastMeetings, findAgreedMeetings } from './meetings/meeting-queries.ts'
import { bumpVersionsOfBothSides } from './message-version-queries.ts'
import { callOffDealsOf } from './offers/deals.ts'
import { endExpiredOffers, findOffersOf } from './offers/offer-queries.ts'
import { studentName, threadTitle } from './present-thread.ts'
import { deleteExpiredThreads } from './thread-expiry.ts'
import { lockThreadsOfStudent } from './thread-locks.ts'
import { clearMember, deleteThreadsWithoutOther } from './thread-queries.ts'

export const messagesData: RoomData = {
  tables: {
    threads: { key: ['id'], hasGeneratedId: true },
    thread_members: { key: ['thread_id', 'is_buyer'], references: ['threads', 'users'] },
    messages: { key: ['id'], hasGeneratedId: true, references: ['threads'] },
    offers: { key: ['message_id'], references: ['messages', 'threads'] },
    meetings: { key: ['message_id'], references: ['messages', 'threads'] },
    meeting_links: {
      references: ['meetings'],
      notInBackups: 'A restore would bring back links that their students have ended.',
    },
    // Each student who has or had a thread has a row.
    message_versions: { key: ['user_id'], references: ['users'] },
    blocks: { key: ['blocker_id', 'blocked_hash'], references: ['users'] },
  },
  async export(db, { id }) {
    return { threads: await exportThreads(db, id), blocks: await exportBlocks(db, id) }
  },
  async remove(tx, { id }, { now }) {
    await leaveThreads(tx, id, now)
  },
  expire: [deleteExpiredThreads, endExpiredOffers, endPastMeetings, deleteExpiredLinks],
}

interface ThreadRow {
  id: number
  category: string
  listing_id: number
  title: string
  /** The current title, or null if the listing is deleted. */
  listing_title: string | null
  status: ListingStatus | null
  is_buyer: number
  unread: number
  first_name: string | null
  last_name: string | null
}

interface MessageRow {
  id: number
  thread_id: number
  is_from_buyer: number
  body: string
  created_at: number
}

/** How many conversations an export reads at once. */
const threadsPerSlice = 20

async function exportThreads(db: Db, studentId: number): Promise<AccountExport['threads']> {
  const ids = await db.all<{ id: number }>(sql`
    SELECT thread_id AS id FROM thread_members WHERE user_id = ${studentId} ORDER BY thread_id`)
  return mapSlices(
    ids.map(({ id }) => id),
    threadsPerSlice,
    (slice) => exportSlice(db, studentId, slice),
  )
}

async function exportSlice(
  db: Db,
  studentId: number,
  ids: readonly number[],
): Promise<AccountExport['threads']> {
  const threads = await db.all<ThreadRow>(sql`
    SELECT threads.id, threads.category, threads.listing_id, threads.title,
      listings.title AS listing_title, listings.status,
      own.is_buyer, own.unread, users.first_name, users.last_name
    FROM thread_members AS own
    JOIN threads ON threads.id = own.thread_id
    JOIN thread_members AS other
      ON other.thread_id = own.thread_id AND other.is_buyer = 1 - own.is_buyer
    LEFT JOIN users ON users.id = other.user_id
    LEFT JOIN listings ON listings.id = threads.listing_id
    WHERE own.user_id = ${studentId} AND ${isOneOf(db, sql`own.thread_id`, ids)} ORDER BY threads.id`)
  const messages = Map.groupBy(await findMessages(db, ids), ({ thread_id }) => thread_id)
  const meetings = Map.groupBy(await findAgreedMeetings(db, ids), ({ thread_id }) => thread_id)
  const offers = Map.groupBy(await findOffersOf(db, ids), ({ thread_id }) => thread_id)
  return threads.map((thread) => {
    const isBuyer = thread.is_buyer === 1
    const { listing_title: title, status } = thread
    const listing = title === null || status === null ? undefined : { title, status }
    return {
      id: thread.id,
      category: thread.category,
      listingId: thread.listing_id,
      title: threadTitle(thread, listing),
      role: isBuyer ? 'buyer' : 'seller',
      otherName: studentName(thread),
      unread: thread.unread,
      messages: (messages.get(thread.id) ?? []).map(({ id, is_from_buyer, body, created_at }) => ({
        id,
        isOwn: is_from_buyer === thread.is_buyer,
        body,
        sentAt: toIso(created_at),
      })),
      meetings: (meetings.get(thread.id) ?? []).map((row) => exportMeeting(row, isBuyer)),
      offers: (offers.get(thread.id) ?? []).map((offer) => ({
        id: offer.message_id,
        isOwn: offer.is_from_buyer === thread.is_buyer,
        amount: offer.amount_cents / 100,
        state: offer.state,
        madeAt: toIso(offer.created_at),
        endsAt: toIso(offer.expires_at),
      })),
    }
  })
}

const findMessages = (db: Db, threadIds: readonly number[]) =>
  db.all<MessageRow>(sql`
    SELECT id, thread_id, is_from_buyer, body, created_at FROM messages
    WHERE ${isOneOf(db, sql`thread_id`, threadIds)} ORDER BY id`)

async function exportBlocks(db: Db, studentId: number): Promise<AccountExport['blocks']> {
  return (await findBlocks(db, studentId)).map((block) => ({
    studentId: block.blocked_id,
    name: studentName(block),
    blockedAt: toIso(block.created_at),
  }))
}

/**
 * Call it in a transaction that has locked the account to delete. The other students keep their threads. Threads that
 * the other student has already left are deleted. The account's own version is locked together with the versions of the
 * others, in the order of ids, before it is deleted.
 */
async function leaveThreads(tx: Db, studentId: number, now: number): Promise<void> {
  const listingIds = await callOffDealsOf(tx, [studentId], now)
  await lockThreadsOfStudent(tx, studentId)
  await callOffMeetingsOf(tx, [studentId], now)
  await deleteThreadsWithoutOther(tx, studentId)
  await bumpVersionsOfBothSides(tx, studentId, listingIds)
  await clearMember(tx, studentId)
}
