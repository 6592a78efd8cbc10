import { randomUUID } from 'node:crypto'
import { type DemoConversation, demoConversations } from '#demo/conversations.ts'
import { type DemoFavourite, type DemoSearch, demoFavourites, demoSearches } from '#demo/saved.ts'
import { demoStudents, type StudentKey } from '#demo/students.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { findListing, type ListingRow } from '../listings/listing-queries.ts'
import { readContent } from '../listings/present-listing.ts'
import { insertMessage } from '../messages/message-queries.ts'
import { bumpMessageVersions } from '../messages/message-version-queries.ts'
import { markThreadRead } from '../messages/read-threads.ts'
import { threadExpiry } from '../messages/thread-expiry.ts'
import { findThreadOfBuyer, insertThread, updateAfterMessage } from '../messages/thread-queries.ts'
import { findFavouriteIds, insertFavourite } from '../saved/favourites/favourite-queries.ts'
import {
  findHighestRank,
  findSavedSearches,
  insertSavedSearch,
} from '../saved/searches/saved-search-queries.ts'
import { findUserByEmail } from '../students/user-queries.ts'
import { findSampleListingId } from './samples.ts'

/**
 * Adds conversations, after the sample listings. It keeps existing threads, because an earlier start may have been
 * interrupted.
 */
export async function fillDemoConversations(db: Db, now: Date): Promise<void> {
  for (const conversation of demoConversations) {
    await db.transaction((tx) => write(tx, conversation, now.getTime()))
  }
}

/** Uses the queries directly, because sample students have no limits and get no emails. */
async function write(
  tx: Db,
  { buyer, messages, isUnread, ...sample }: DemoConversation,
  now: number,
) {
  const row = await findSampleListing(tx, sample.listing)
  const account = await findUserByEmail(tx, demoStudents[buyer].email)
  if (!row || !account) return
  const listing = { category: sample.listing.category, id: row.id }
  const members = { buyerId: account.id, sellerId: row.seller_id }
  if (await findThreadOfBuyer(tx, listing, { studentId: account.id, now })) return
  const timeOf = (daysAgo: number) => now - daysAgo * dayMs
  const thread = { listing, title: row.title, ...members }
  const threadId = await insertThread(tx, { ...thread, now: timeOf(messages[0]?.daysAgo ?? 0) })
  for (const { from, daysAgo, body } of messages) {
    const at = timeOf(daysAgo)
    const key = { threadId, isFromBuyer: from === 'buyer' }
    const { id } = await insertMessage(tx, { ...key, clientId: randomUUID(), body, now: at })
    const expiresAt = threadExpiry(readContent(row), at)
    await updateAfterMessage(tx, { ...key, id, createdAt: at }, { title: row.title, expiresAt })
    const isLast = daysAgo === messages.at(-1)?.daysAgo
    if (isLast && isUnread) continue
    const studentId = from === 'buyer' ? members.sellerId : members.buyerId
    await markThreadRead(tx, { threadId, studentId, upTo: undefined, now: at })
  }
  await bumpMessageVersions(tx, [members.buyerId, members.sellerId])
}

async function findSampleListing(
  tx: Db,
  { category, title }: DemoConversation['listing'],
): Promise<ListingRow | undefined> {
  const id = await findSampleListingId(tx, category, title)
  return id ? findListing(tx, { category, id }) : undefined
}

/**
 * Adds saved things, after the sample listings. It keeps existing rows, because an earlier start may have been
 * interrupted.
 */
export async function fillDemoSaved(db: Db, now: Date): Promise<void> {
  const timeOf = ({ daysAgo }: { daysAgo: number }) => now.getTime() - daysAgo * dayMs
  await db.transaction(async (tx) => {
    for (const favourite of demoFavourites) await saveListing(tx, favourite, timeOf(favourite))
    for (const search of demoSearches) await saveSearch(tx, search, timeOf(search))
  })
}

const findStudentId = async (tx: Db, student: StudentKey) =>
  (await findUserByEmail(tx, demoStudents[student].email))?.id

async function saveListing(tx: Db, { student, listing }: DemoFavourite, now: number) {
  const studentId = await findStudentId(tx, student)
  const listingId = await findSampleListingId(tx, listing.category, listing.title)
  if (!studentId || !listingId || (await findFavouriteIds(tx, studentId)).includes(listingId))
    return
  await insertFavourite(tx, { studentId, listingId, now })
}

async function saveSearch(tx: Db, { student, daysAgo: _, ...search }: DemoSearch, now: number) {
  const studentId = await findStudentId(tx, student)
  if (!studentId) return
  const saved = await findSavedSearches(tx, studentId)
  if (saved.some(({ category, query }) => category === search.category && query === search.query)) {
    return
  }
  const seenRank = await findHighestRank(tx, search.category)
  await insertSavedSearch(tx, { ...search, studentId, seenRank, now })
}
