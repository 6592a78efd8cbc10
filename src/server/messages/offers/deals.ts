import sql, { join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { answerText, formatOffer, pendingText } from '#contract/offer-rules.ts'
import type { Db } from '../../database/database.ts'
import { forUpdate, isOneOf } from '../../database/sql-fragments.ts'
import { endPending } from '../../listings/lifecycle/status-queries.ts'
import { findListing, type ListingKey, type ListingRow } from '../../listings/listing-queries.ts'
import { readContent } from '../../listings/present-listing.ts'
import { readBlockCheck } from '../../students/block-keys.ts'
import { bumpListingVersions, lockCategory } from '../../versions/category-versions.ts'
import { bumpVersionsOfThreads } from '../message-version-queries.ts'
import { addMessage } from '../send-message.ts'
import { lockThreadsOfListings } from '../thread-locks.ts'
import { type DealRow, findDeals, findOtherBuyers, setOfferState } from './offer-queries.ts'

/** How many others are told that a listing is pending: those who wrote last. All others see it in the conversation. */
const maxTold = 100

interface Agreed {
  listing: ListingRow
  /** The thread of the deal. */
  threadId: number
  seller: { id: number; email: string }
  now: number
}

/**
 * Tells the other students who wrote about the listing that it is pending. Call it in a transaction that has locked all
 * threads of the listing, and bump their versions after it.
 */
export async function tellOthersPending(
  tx: Db,
  { listing, threadId, seller, now }: Agreed,
): Promise<void> {
  const others = { listingId: listing.id, threadId, now, limit: maxTold }
  // The category is locked until the transaction ends, so what is the same for all is read only once.
  const isBlocked = await readBlockCheck(tx, seller)
  for (const thread of await findOtherBuyers(tx, others)) {
    if (isBlocked({ id: thread.buyer_id, email: thread.buyer_email })) continue
    const recipient = { mailMessages: thread.mail_messages }
    const added = { body: pendingText, structured: { kind: 'pending' }, recipient } as const
    await addMessage(tx, { ...thread, is_buyer: 0 }, { ...added, listing, now })
  }
}

/** A condition on `listings`: the listing is pending, or will be once it is put back. */
const isPending = sql`(listings.status = 'pending' OR listings.status_before = 'pending')`

/** A condition for `findDeals`: one of these students buys. */
const isBoughtBy = (buyerIds: readonly number[]) =>
  sql`buyer.user_id IN (${join([...buyerIds])}) AND ${isPending}`

/**
 * Locks the categories of these students' listings and threads, then all threads of the students and of what they have
 * agreed to buy. Call it before a ban changes these one after another, in the order of `thread-locks.ts`. The accounts
 * are locked, so neither a listing nor a deal is added since.
 */
export async function lockTradesOf(tx: Db, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length === 0) return
  const ids = join([...studentIds])
  const categories = await tx.all<{ category: CategoryId }>(sql`
    SELECT category FROM listings WHERE seller_id IN (${ids})
    UNION SELECT category FROM threads
    WHERE id IN (SELECT thread_id FROM thread_members WHERE user_id IN (${ids}))
    ORDER BY category`)
  for (const { category } of categories) await lockCategory(tx, category)
  const deals = await findDeals(tx, isBoughtBy(studentIds))
  const listingIds = deals.map(({ listing_id }) => listing_id)
  await tx.all(sql`
    SELECT id FROM threads WHERE id IN (
      SELECT thread_id FROM thread_members WHERE user_id IN (${ids})
      UNION SELECT id FROM threads WHERE ${isOneOf(tx, sql`listing_id`, listingIds)})
    ORDER BY id ${forUpdate(tx)}`)
}

/**
 * Call it when these students are banned or delete their accounts: the listings that are pending for them become available
 * again. Returns the listings, whose threads need new versions. The caller bumps those last, as `thread-locks.ts` says.
 */
export const callOffDealsOf = (
  tx: Db,
  buyerIds: readonly number[],
  now: number,
): Promise<number[]> =>
  buyerIds.length === 0
    ? Promise.resolve([])
    : callOff(tx, isBoughtBy(buyerIds), { isFromBuyer: () => true, now })

/**
 * Call it before a student blocks others, with both accounts locked: their deals are off, whoever sells. Returns the
 * listings, as `callOffDealsOf` does.
 */
export function callOffDealsBetween(
  tx: Db,
  { blockerId, otherIds, now }: { blockerId: number; otherIds: readonly number[]; now: number },
): Promise<number[]> {
  const others = join([...otherIds])
  const isBuyer = sql`buyer.user_id = ${blockerId} AND seller.user_id IN (${others})`
  const isSeller = sql`seller.user_id = ${blockerId} AND buyer.user_id IN (${others})`
  return callOff(tx, sql`(${isBuyer} OR ${isSeller}) AND ${isPending}`, {
    isFromBuyer: ({ buyer_id }) => buyer_id === blockerId,
    now,
  })
}

/** Call it after the owner acted. A deal ends when the owner makes the listing available. */
export async function callOffIfAvailable(tx: Db, { id }: ListingKey, now: number): Promise<void> {
  const condition = sql`offers.listing_id = ${id} AND listings.status = 'available'`
  const listingIds = await callOff(tx, condition, { isFromBuyer: () => false, now })
  await bumpVersionsOfThreads(tx, ...listingIds)
}

/**
 * Call it before the seller sells to the buyer of a thread, with the category and all threads of the listing locked: a deal
 * with somebody else is off. The caller bumps the versions of the threads.
 */
export async function callOffOtherDeals(
  tx: Db,
  { listingId, threadId, now }: { listingId: number; threadId: number; now: number },
): Promise<void> {
  const isOther = sql`offers.listing_id = ${listingId} AND offers.thread_id <> ${threadId}`
  for (const deal of await findDeals(tx, isOther)) {
    await endDeal(tx, deal, { isFromBuyer: false, now })
  }
}

/** Returns the listings whose threads may have changed. */
async function callOff(
  tx: Db,
  condition: Sql,
  { isFromBuyer, now }: { isFromBuyer: (deal: DealRow) => boolean; now: number },
): Promise<number[]> {
  const keysOf = (deals: DealRow[]) =>
    deals.map(({ category, listing_id: id }): ListingKey => ({ category, id }))
  const found = await findDeals(tx, condition)
  if (found.length === 0) return []
  await bumpListingVersions(tx, ...keysOf(found))
  const ids = keysOf(found).map(({ id }) => id)
  await lockThreadsOfListings(tx, ids)
  // They are read again under the locks: one of the two may have undone the deal since.
  for (const deal of await findDeals(tx, condition)) {
    await endDeal(tx, deal, { isFromBuyer: isFromBuyer(deal), now })
  }
  return ids
}

/** Call it with the category and all threads of the listing locked. The caller bumps the versions of the threads. */
async function endDeal(
  tx: Db,
  deal: DealRow,
  { isFromBuyer, now }: { isFromBuyer: boolean; now: number },
) {
  await setOfferState(tx, deal.message_id, 'undone')
  await endPending(tx, deal.listing_id, now)
  const row = await findListing(tx, { category: deal.category, id: deal.listing_id })
  if (!row) return
  const amount = deal.amount_cents / 100
  const mailMessages = isFromBuyer ? deal.seller_mails : deal.buyer_mails
  const thread = { ...deal, id: deal.thread_id, expires_at: deal.thread_expires_at }
  await addMessage(
    tx,
    { ...thread, is_buyer: Number(isFromBuyer) },
    {
      body: answerText('undone', formatOffer(readContent(row), amount)),
      structured: { kind: 'offer_answer', offer_id: deal.message_id, amount, answer: 'undone' },
      recipient: mailMessages ? { mailMessages } : undefined,
      now,
    },
  )
}
