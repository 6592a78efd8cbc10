import { categoryById, isForConfirmed } from '#categories/index.ts'
import type { RequestUser } from '#contract/accounts.ts'
import { messagesPerPage, threadsPerPage } from '#contract/message-rules.ts'
import type { MessagesPage, ThreadsPage } from '#contract/messages.ts'
import type { Db } from '../database/database.ts'
import { mapSlices } from '../database/room-data.ts'
import { dayMs } from '../durations.ts'
import { findListingRows, type ListingRow } from '../listings/listing-queries.ts'
import { withDeal } from '../listings/present-listing.ts'
import { mayReadStudentListings } from '../policies.ts'
import { rescheduleMessageMail } from './mails/message-mail-schedule.ts'
import { readMeetings } from './meetings/read-meetings.ts'
import { findMessages } from './message-queries.ts'
import { bumpMessageVersions } from './message-version-queries.ts'
import { findAcceptedPrices } from './offers/offer-queries.ts'
import { readOffers } from './offers/read-offers.ts'
import {
  presentReadMessage,
  presentThread,
  studentName,
  type ThreadOfListing,
  threadValidUntil,
} from './present-thread.ts'
import { findOthersToTell } from './tell-gone.ts'
import { readStates, threadNotFound } from './thread-access.ts'
import { lockThread } from './thread-locks.ts'
import { findThread, findThreads, type ThreadRow, updateReadState } from './thread-queries.ts'

type Reader = Pick<RequestUser, 'id' | 'email' | 'confirmation' | 'suspension'>

interface Page {
  /** The message of the cursor: the page ends before it. */
  before: number | undefined
  now: number
}

interface Timed<Body> {
  body: Body
  /** When the clock changes the result, unless something else changes it earlier. */
  validUntil: number
}

export async function readThreads(
  db: Db,
  reader: Reader,
  { before, now }: Page,
): Promise<Timed<Omit<ThreadsPage, 'results'> & { results: ThreadOfListing[] }>> {
  const rows = await findThreads(db, reader.id, { before, limit: threadsPerPage + 1, now })
  const shown = rows.slice(0, threadsPerPage)
  const last = rows.length > threadsPerPage ? shown.at(-1) : undefined
  const { body: results, validUntil } = await presentThreads(db, reader, shown, now)
  return { body: { results, next: last ? String(last.last_message.id) : null }, validUntil }
}

/** How many messages are presented at once. A hostile one takes milliseconds. */
const messagesPerTurn = 5

/** Reads the newest page of messages, or the page before a message. */
export async function readMessages(
  db: Db,
  reader: Reader,
  threadId: number,
  { before, now }: Page,
): Promise<Timed<Omit<MessagesPage, 'thread'> & { thread: ThreadOfListing }>> {
  const row = await findThread(db, threadId, { studentId: reader.id, now })
  if (!row) throw threadNotFound()
  const rows = await findMessages(db, threadId, { before, limit: messagesPerPage + 1 })
  const shown = rows.slice(0, messagesPerPage)
  const first = rows.length > messagesPerPage ? shown.at(-1) : undefined
  const {
    body: [thread],
    validUntil,
    listings,
  } = await presentThreads(db, reader, [row], now)
  if (!thread) throw new Error('A thread was lost while it was presented.')
  if (thread.listing && thread.role === 'seller') {
    const deals = await findAcceptedPrices(db, [row.listing_id])
    thread.listing = withDeal(thread.listing, deals.get(row.listing_id))
  }
  const listing = listings.get(row.listing_id)
  const { offers, ...clock } = await readOffers(db, row, { listing, state: thread.state, now })
  const met = await readMeetings(db, row, { state: thread.state, now })
  const { meetings } = met
  const waiting = await findOthersToTell(db, row, { seller: reader, listing, now })
  const to_tell = waiting.map(studentName)
  const results = await mapSlices(shown.reverse(), messagesPerTurn, async (slice) =>
    slice.map((message) => presentReadMessage(message, row.is_buyer === 1, row.category)),
  )
  return {
    body: { thread, results, previous: first ? String(first.id) : null, offers, meetings, to_tell },
    validUntil: Math.min(validUntil, clock.validUntil, met.validUntil),
  }
}

async function presentThreads(
  db: Db,
  reader: Reader,
  rows: ThreadRow[],
  now: number,
): Promise<Timed<ThreadOfListing[]> & { listings: Map<number, ListingRow> }> {
  const listings = await findListingRows(
    db,
    rows.map(({ listing_id }) => listing_id),
  )
  const stateOf = await readStates(db, reader)
  const ends = rows.map((row) => threadValidUntil(row, listings.get(row.listing_id), now))
  return {
    body: rows.map((row) => {
      const thread = presentThread(row, listings.get(row.listing_id), stateOf(row), now)
      return canRead(reader, thread) ? thread : { ...thread, listing: null }
    }),
    validUntil: Math.min(now + dayMs, ...ends),
    listings,
  }
}

/** Whether the reader may see the listing. The thread and its title stay with a reader who may not see requests now. */
const canRead = (reader: Reader, { category, role }: ThreadOfListing) =>
  role === 'seller' || !isForConfirmed(categoryById[category]) || mayReadStudentListings(reader)

interface ThreadReading {
  threadId: number
  studentId: number
  /** The newest message that the student has seen. If it is undefined, the student has seen all messages. */
  upTo: number | undefined
  now: number
}

/** Call it in a transaction that has locked the account. */
export async function markThreadRead(
  tx: Db,
  { threadId, studentId, upTo, now }: ThreadReading,
): Promise<void> {
  await lockThread(tx, threadId)
  const thread = await findThread(tx, threadId, { studentId, now })
  if (!thread) throw threadNotFound()
  const readId = Math.min(upTo ?? Infinity, thread.last_message.id)
  // Another tab has already marked this message or a newer one as read.
  if (readId <= thread.read_id) return
  const side = { threadId, isBuyer: thread.is_buyer === 1 }
  await updateReadState(tx, side, readId)
  await rescheduleMessageMail(tx, { ...side, now })
  await bumpMessageVersions(tx, [studentId])
}
