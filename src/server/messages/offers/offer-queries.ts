import sql, { type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { MessageMailSetting } from '#contract/message-rules.ts'
import { type OfferState, offerHours } from '#contract/offer-rules.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { dayMs, hourMs } from '../../durations.ts'

export interface OfferRow {
  /** The message that makes the offer. Its id is the offer's id, too. */
  message_id: number
  thread_id: number
  listing_id: number
  is_from_buyer: number
  amount_cents: number
  state: OfferState
  created_at: number
  expires_at: number
}

const columns = sql`
  offers.message_id, offers.thread_id, offers.listing_id, offers.is_from_buyer,
  offers.amount_cents, offers.state, offers.created_at, offers.expires_at`

/**
 * Returns the open or accepted offer of a thread, or else the newest. A newer one may have been declined at once, because
 * the seller does not want to hear of it.
 */
export function findLastOffer(db: Db, threadId: number): Promise<OfferRow | undefined> {
  return db.get<OfferRow>(sql`
    SELECT ${columns} FROM offers WHERE thread_id = ${threadId}
    ORDER BY CASE WHEN state IN ('open', 'accepted') THEN 0 ELSE 1 END, message_id DESC LIMIT 1`)
}

/** Returns all offers of these threads, the oldest first. */
export const findOffersOf = (db: Db, threadIds: readonly number[]): Promise<OfferRow[]> =>
  db.all<OfferRow>(sql`
    SELECT ${columns} FROM offers WHERE ${isOneOf(db, sql`thread_id`, threadIds)}
    ORDER BY message_id`)

/** Finds an offer of this thread. */
export function findOffer(
  db: Db,
  { threadId, id }: { threadId: number; id: number },
): Promise<OfferRow | undefined> {
  return db.get<OfferRow>(sql`
    SELECT ${columns} FROM offers WHERE message_id = ${id} AND thread_id = ${threadId}`)
}

type NewOffer = Omit<OfferRow, 'is_from_buyer' | 'created_at' | 'expires_at'> & {
  isFromBuyer: boolean
  now: number
}

export const offerEndsAt = (madeAt: number): number => madeAt + offerHours * hourMs

/** Call it in a transaction that has locked the thread. */
export async function insertOffer(tx: Db, offer: NewOffer): Promise<void> {
  const { message_id, thread_id, listing_id, isFromBuyer, amount_cents, state, now } = offer
  await tx.run(sql`
    INSERT INTO offers (message_id, thread_id, listing_id, is_from_buyer, amount_cents, state,
      created_at, expires_at)
    VALUES (${message_id}, ${thread_id}, ${listing_id}, ${Number(isFromBuyer)}, ${amount_cents},
      ${state}, ${now}, ${offerEndsAt(now)})`)
}

export async function setOfferState(tx: Db, id: number, state: OfferState): Promise<void> {
  await tx.run(sql`UPDATE offers SET state = ${state} WHERE message_id = ${id}`)
}

/** Writes down that the open offer of a thread has ended, so that there can be another one. */
export async function endOpenOffer(tx: Db, threadId: number): Promise<void> {
  await tx.run(sql`
    UPDATE offers SET state = 'ended' WHERE thread_id = ${threadId} AND state = 'open'`)
}

/** Returns when the buyer made each of the offers of the last 24 hours from these accounts, the oldest first. */
export async function findBuyerOfferTimes(
  tx: Db,
  { listingId, buyerIds, now }: { listingId: number; buyerIds: readonly number[]; now: number },
): Promise<number[]> {
  const rows = await tx.all<{ created_at: number }>(sql`
    SELECT created_at FROM offers
    WHERE is_from_buyer = 1 AND created_at > ${now - dayMs} AND thread_id IN (
      SELECT threads.id FROM threads
      JOIN thread_members AS buyer ON buyer.thread_id = threads.id AND buyer.is_buyer = 1
      WHERE threads.listing_id = ${listingId} AND ${isOneOf(tx, sql`buyer.user_id`, buyerIds)})
    ORDER BY message_id`)
  return rows.map(({ created_at }) => created_at)
}

/** An accepted offer, with what is needed to write into its thread. */
export interface DealRow extends OfferRow {
  buyer_id: number | null
  category: CategoryId
  title: string
  thread_expires_at: number
  /** When the two get emails about messages. Null if the account is deleted. */
  buyer_mails: MessageMailSetting | null
  seller_mails: MessageMailSetting | null
}

/** Finds deals by a condition on `offers`, `listings` and `buyer`, in the order in which they are locked. */
export function findDeals(db: Db, condition: Sql): Promise<DealRow[]> {
  return db.all<DealRow>(sql`
    SELECT ${columns}, threads.category, threads.title, threads.expires_at AS thread_expires_at,
      buyer.user_id AS buyer_id, buyers.mail_messages AS buyer_mails, sellers.mail_messages AS seller_mails
    FROM offers
    JOIN threads ON threads.id = offers.thread_id
    JOIN thread_members AS buyer ON buyer.thread_id = threads.id AND buyer.is_buyer = 1
    JOIN thread_members AS seller ON seller.thread_id = threads.id AND seller.is_buyer = 0
    JOIN listings ON listings.id = offers.listing_id
    LEFT JOIN users AS buyers ON buyers.id = buyer.user_id
    LEFT JOIN users AS sellers ON sellers.id = seller.user_id
    WHERE offers.state = 'accepted' AND ${condition} ORDER BY offers.thread_id`)
}

/** Returns the prices of the deals about these listings in cents, by listing. */
export async function findAcceptedPrices(
  db: Db,
  listingIds: readonly number[],
): Promise<Map<number, number>> {
  const deals = await db.all<{ listing_id: number; amount_cents: number }>(sql`
    SELECT listing_id, amount_cents FROM offers
    WHERE ${isOneOf(db, sql`listing_id`, listingIds)} AND state = 'accepted'`)
  return new Map(deals.map((deal) => [deal.listing_id, deal.amount_cents]))
}

/** Returns the price of the deal in a thread in cents, or null. */
export async function findPriceOfDeal(db: Db, threadId: number): Promise<number | null> {
  const offer = await db.get<{ amount_cents: number }>(sql`
    SELECT amount_cents FROM offers WHERE thread_id = ${threadId} AND state = 'accepted'`)
  return offer?.amount_cents ?? null
}

/** A thread about a listing, from the side of its buyer. */
export interface BuyerThreadRow {
  id: number
  category: CategoryId
  listing_id: number
  title: string
  expires_at: number
  buyer_id: number
  buyer_email: string
  mail_messages: MessageMailSetting
}

/** Returns the threads of other buyers, except those whose last message already says that the listing is pending. */
export function findOtherBuyers(
  tx: Db,
  {
    listingId,
    threadId,
    now,
    limit,
  }: { listingId: number; threadId: number; now: number; limit: number },
): Promise<BuyerThreadRow[]> {
  return tx.all<BuyerThreadRow>(sql`
    SELECT threads.id, threads.category, threads.listing_id, threads.title, threads.expires_at,
      users.id AS buyer_id, users.email AS buyer_email, users.mail_messages
    FROM threads
    JOIN thread_members AS buyer ON buyer.thread_id = threads.id AND buyer.is_buyer = 1
    JOIN users ON users.id = buyer.user_id
    JOIN messages ON messages.id = buyer.last_message_id
    WHERE threads.listing_id = ${listingId} AND threads.id <> ${threadId}
      AND threads.expires_at > ${now} AND users.banned_at IS NULL
      AND COALESCE(messages.kind, '') <> 'pending'
    ORDER BY buyer.last_message_id DESC LIMIT ${limit}`)
}

/** Ends offers that nobody has answered in time. Readers have seen them as ended since. */
export const endExpiredOffers = (db: Db, now: number): Promise<void> =>
  cleanUp(db, {
    table: 'offers',
    primaryKey: ['message_id'],
    where: sql`state = 'open' AND expires_at <= ${now}`,
    set: sql`state = 'ended'`,
    locksInOrder: true,
  })
