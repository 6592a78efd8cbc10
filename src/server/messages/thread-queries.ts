import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import type { ListingKey } from '../listings/listing-queries.ts'
import { isOfHeldStudent } from '../students/restrictions/requests.ts'
import { type MessageRow, messageColumns } from './message-queries.ts'

/** A thread from the side of one of its two students. */
export interface ThreadRow {
  id: number
  category: CategoryId
  listing_id: number
  title: string
  expires_at: number
  is_buyer: number
  read_id: number
  unread: number
  /** The other student. All `other_` columns are null once the other account is deleted. */
  other_id: number | null
  other_first_name: string | null
  other_last_name: string | null
  other_email: string | null
  other_banned_at: number | null
  last_message: MessageRow
}

interface Row extends Omit<ThreadRow, 'id' | 'last_message'>, MessageRow {
  thread_id: number
}

async function findThreadsWhere(db: Db, condition: Sql) {
  const rows = await db.all<Row>(sql`
    SELECT threads.id AS thread_id, threads.category, threads.listing_id, threads.title,
      threads.expires_at, own.is_buyer, own.read_id, own.unread, other.user_id AS other_id,
      users.first_name AS other_first_name, users.last_name AS other_last_name,
      users.email AS other_email, users.banned_at AS other_banned_at, ${messageColumns}
    FROM thread_members AS own
    JOIN threads ON threads.id = own.thread_id
    JOIN thread_members AS other
      ON other.thread_id = own.thread_id AND other.is_buyer = 1 - own.is_buyer
    JOIN messages ON messages.id = own.last_message_id
    LEFT JOIN users ON users.id = other.user_id
    WHERE ${condition}`)
  return rows.map(toThread)
}

function toThread(row: Row): ThreadRow {
  const { id, client_id, is_from_buyer, body, created_at, kind, details, thread_id, ...thread } =
    row
  return {
    ...thread,
    id: thread_id,
    last_message: { id, client_id, is_from_buyer, body, created_at, kind, details },
  }
}

/** Returns undefined for everyone except the two students of the thread. */
export async function findThread(
  db: Db,
  id: number,
  { studentId, now }: { studentId: number; now: number },
): Promise<ThreadRow | undefined> {
  // The plus sign keeps SQLite from using the index on `user_id`, which would read all threads of the student.
  const condition = sql`
    own.thread_id = ${id} AND +own.user_id = ${studentId} AND threads.expires_at > ${now}`
  const [thread] = await findThreadsWhere(db, condition)
  return thread
}

/** Returns threads by their newest message, the newest first. With a cursor, only threads before it. */
export function findThreads(
  db: Db,
  studentId: number,
  { before, limit, now }: { before: number | undefined; limit: number; now: number },
): Promise<ThreadRow[]> {
  const isOlder = before === undefined ? empty : sql`AND own.last_message_id < ${before}`
  const condition = sql`
    own.user_id = ${studentId} AND threads.expires_at > ${now} ${isOlder}
    ORDER BY own.last_message_id DESC LIMIT ${limit}`
  return findThreadsWhere(db, condition)
}

/** Returns the threads with unread messages, the one with the newest message first. */
export function findUnreadThreads(
  db: Db,
  studentId: number,
  { limit, now }: { limit: number; now: number },
): Promise<ThreadRow[]> {
  const condition = sql`
    own.user_id = ${studentId} AND own.unread > 0 AND threads.expires_at > ${now}
    ORDER BY own.last_message_id DESC LIMIT ${limit}`
  return findThreadsWhere(db, condition)
}

/** Finds the thread of a buyer about a listing. There is at most one. */
export async function findThreadOfBuyer(
  db: Db,
  listing: ListingKey,
  { studentId, now }: { studentId: number; now: number },
): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(sql`
    SELECT threads.id FROM thread_members JOIN threads ON threads.id = thread_id
    WHERE thread_members.listing_id = ${listing.id} AND user_id = ${studentId} AND is_buyer = 1
      AND category = ${listing.category} AND expires_at > ${now}`)
  return row?.id
}

/**
 * Makes a buyer's expired thread about a listing live again if a hold has kept it, because deleting it would delete evidence.
 * Returns its id.
 */
export async function reviveKeptThread(
  tx: Db,
  { listing, buyerId, now }: Pick<NewThread, 'listing' | 'buyerId' | 'now'>,
): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(sql`
    UPDATE threads SET expires_at = ${now + 1} WHERE expires_at <= ${now} AND id IN (
      SELECT thread_id FROM thread_members
      WHERE listing_id = ${listing.id} AND user_id = ${buyerId} AND is_buyer = 1)
      AND EXISTS (SELECT 1 FROM thread_members WHERE thread_members.thread_id = threads.id
        AND ${isOfHeldStudent(sql`thread_members.user_id`)})
    RETURNING id`)
  return row?.id
}

/**
 * Deletes a buyer's expired thread about a listing if the cleanup has not deleted it yet. Otherwise the buyer could not
 * begin a new thread.
 */
export async function deleteExpiredThread(
  tx: Db,
  { listing, buyerId, now }: Pick<NewThread, 'listing' | 'buyerId' | 'now'>,
) {
  await tx.run(sql`
    DELETE FROM threads WHERE expires_at <= ${now} AND id IN (
      SELECT thread_id FROM thread_members
      WHERE listing_id = ${listing.id} AND user_id = ${buyerId} AND is_buyer = 1)`)
}

export interface NewThread {
  listing: ListingKey
  title: string
  buyerId: number
  sellerId: number
  now: number
}

/** Inserts a thread without a message. The first message sets its expiry. */
export async function insertThread(tx: Db, thread: NewThread): Promise<number> {
  const { listing, title, buyerId, sellerId, now } = thread
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO threads (category, listing_id, title, created_at, last_message_at, expires_at)
    VALUES (${listing.category}, ${listing.id}, ${title}, ${now}, ${now}, ${now})
    RETURNING id`)
  if (!row) throw new Error('The thread was not written.')
  await tx.run(sql`
    INSERT INTO thread_members (thread_id, is_buyer, user_id, listing_id, last_message_id)
    VALUES (${row.id}, 1, ${buyerId}, ${listing.id}, 0), (${row.id}, 0, ${sellerId}, ${listing.id}, 0)`)
  return row.id
}

/**
 * Call it when listings are taken down, in a transaction that has locked their threads. The titles are no longer shown,
 * even once the listings are deleted.
 */
export async function clearThreadTitles(tx: Db, listingIds: number[]) {
  if (listingIds.length === 0) return
  await tx.run(sql`UPDATE threads SET title = '' WHERE listing_id IN (${join(listingIds)})`)
}

/** Call it when a listing is put back, in a transaction that has locked its threads. */
export async function restoreThreadTitles(tx: Db, listingId: number) {
  await tx.run(sql`
    UPDATE threads SET title = (SELECT title FROM listings WHERE id = ${listingId})
    WHERE listing_id = ${listingId}`)
}

/**
 * Call it after a message. The thread becomes the newest one of both students, and the recipient has one more unread
 * message.
 */
export async function updateAfterMessage(
  tx: Db,
  message: { id: number; threadId: number; isFromBuyer: boolean; createdAt: number },
  thread: { title: string; expiresAt: number },
) {
  const { id, threadId, isFromBuyer, createdAt } = message
  await tx.run(sql`
    UPDATE threads SET last_message_at = ${createdAt}, title = ${thread.title},
      expires_at = ${thread.expiresAt}
    WHERE id = ${threadId}`)
  await tx.run(sql`
    UPDATE thread_members SET last_message_id = ${id},
      unread = CASE WHEN is_buyer = ${Number(isFromBuyer)} THEN unread ELSE unread + 1 END
    WHERE thread_id = ${threadId}`)
}

/** Stores the newest message that the student has seen. The student may then get an email about later messages. */
export async function updateReadState(
  tx: Db,
  { threadId, isBuyer }: { threadId: number; isBuyer: boolean },
  readId: number,
) {
  const side = Number(isBuyer)
  await tx.run(sql`
    UPDATE thread_members SET read_id = ${readId}, is_mailed = 0, unread = (
      SELECT COUNT(*) FROM messages
      WHERE messages.thread_id = ${threadId} AND messages.id > ${readId}
        AND messages.is_from_buyer <> ${side})
    WHERE thread_id = ${threadId} AND is_buyer = ${side}`)
}

/** Deletes threads with their messages if the other account is already deleted. */
export async function deleteThreadsWithoutOther(tx: Db, studentId: number) {
  await tx.run(sql`
    DELETE FROM threads
    WHERE id IN (SELECT thread_id FROM thread_members WHERE user_id = ${studentId})
      AND NOT EXISTS (
        SELECT 1 FROM thread_members AS other
        WHERE other.thread_id = threads.id AND other.user_id <> ${studentId})`)
}

/** Takes the student out of all threads. */
export async function clearMember(tx: Db, studentId: number) {
  await tx.run(sql`
    UPDATE thread_members SET user_id = NULL, unread = 0, mail_due_at = NULL
    WHERE user_id = ${studentId}`)
}

export async function hasThreadWith(
  db: Db,
  { studentId, otherId, now }: { studentId: number; otherId: number; now: number },
): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM thread_members AS own
    JOIN threads ON threads.id = own.thread_id
    JOIN thread_members AS other ON other.thread_id = own.thread_id
    WHERE own.user_id = ${studentId} AND other.user_id = ${otherId} AND threads.expires_at > ${now}
    LIMIT 1`)
  return row !== undefined
}

export async function hasThreads(db: Db, studentId: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM thread_members WHERE user_id = ${studentId} LIMIT 1`)
  return row !== undefined
}
