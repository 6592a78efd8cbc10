import { mailboxOf } from '#campus/campus.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import {
  defaultDeclineText,
  formatOffer,
  maxBuyerOffersPerDay,
  offerStateAt,
  offerText,
  takesOffers,
} from '#contract/offer-rules.ts'
import { makeOfferBody } from '#contract/offers.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { dayMs, toIso } from '../../durations.ts'
import { AppError, tooMany } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { findOfferSettings } from '../../listings/posting/offer-settings.ts'
import { readContent } from '../../listings/present-listing.ts'
import { type Account, findMailboxUsers } from '../../students/user-queries.ts'
import { markThreadRead } from '../read-threads.ts'
import {
  addMessage,
  findRepeated,
  lockForWriting,
  type Sending,
  type SentMessage,
  writeMessage,
} from '../send-message.ts'
import { requireReachable } from '../thread-access.ts'
import { findThread, type ThreadRow } from '../thread-queries.ts'
import {
  endOpenOffer,
  findBuyerOfferTimes,
  findLastOffer,
  insertOffer,
  offerEndsAt,
  setOfferState,
} from './offer-queries.ts'

/** Makes an offer, or counters one. Call it in a transaction that has locked the sender's account. */
export async function makeOffer(
  tx: Db,
  rateLimiter: RateLimiter,
  threadId: number,
  { sender, input, now }: Sending<unknown>,
): Promise<SentMessage> {
  const { thread, other } = await lockForWriting(tx, threadId, { studentId: sender.id, now })
  const earlier = await findRepeated(tx, thread, input)
  if (earlier) return earlier
  const recipient = await requireReachable(tx, sender, other)
  const { amount, counters, client_id } = parseBody(makeOfferBody, input)
  const listing = await readOfferedListing(tx, thread, now)
  const isFromBuyer = thread.is_buyer === 1
  await makeRoom(tx, thread, { counters, listing, now })
  if (isFromBuyer) await requireOfferLeft(tx, thread, { email: sender.email, now })
  const { price } = listing
  const declineText = isFromBuyer ? await findDeclineText(tx, thread, { amount, price }) : undefined
  const isDeclined = declineText !== undefined
  // A counter-offer that is too low leaves the seller's own offer open: the seller does not hear of it.
  if (counters !== undefined && !isDeclined) await setOfferState(tx, counters, 'countered')

  const body = offerText(formatOffer(listing, amount), {
    isFromBuyer,
    isCounter: counters !== undefined,
  })
  const structured = {
    kind: 'offer',
    amount,
    ...(counters && { counters }),
    ends_at: toIso(offerEndsAt(now)),
  } as const
  const message = await writeMessage(tx, rateLimiter, thread, {
    sender,
    recipient,
    input: { body, client_id, structured },
    now,
  })
  const { id } = message
  const offer = { message_id: id, thread_id: threadId, listing_id: thread.listing_id }
  const state = isDeclined ? 'declined' : 'open'
  await insertOffer(tx, { ...offer, isFromBuyer, amount_cents: 100 * amount, state, now })
  if (isDeclined) await declineAtOnce(tx, thread, { id, amount, declineText, recipient, now })
  return { threadId, message, isRepeated: false }
}

/** Throws if there can be no offers on the thread's listing, and returns the listing with its status. */
async function readOfferedListing(tx: Db, thread: ThreadRow, now: number) {
  const row = await findListing(tx, { category: thread.category, id: thread.listing_id })
  if (!row || !isListed(statusAt(row, now))) {
    throw new AppError('wrong_status', 'This listing is no longer available.')
  }
  const listing = readContent(row)
  if (!takesOffers(listing)) {
    throw new AppError('wrong_status', "This listing doesn't take offers.")
  }
  if (row.is_firm === 1) throw new AppError('wrong_status', 'The price is firm.')
  return { ...listing, status: statusAt(row, now) }
}

type OfferedListing = Awaited<ReturnType<typeof readOfferedListing>>

/** Makes sure that no other offer of the thread is open, except the one that is countered. */
async function makeRoom(
  tx: Db,
  thread: ThreadRow,
  {
    counters,
    listing,
    now,
  }: { counters: number | undefined; listing: OfferedListing; now: number },
) {
  const last = await findLastOffer(tx, thread.id)
  const { status } = listing
  const state = last && offerStateAt(last, { now, status, isThreadOpen: true })
  const price = last && formatOffer(listing, last.amount_cents / 100)
  if (state === 'accepted') {
    throw new AppError('wrong_status', `You already have a deal at ${price}. Undo it first.`)
  }
  if (state !== 'open') {
    if (counters !== undefined) throw new AppError('wrong_status', 'That offer is no longer open.')
    return endOpenOffer(tx, thread.id)
  }
  if (last?.is_from_buyer === thread.is_buyer) {
    const message = `Your offer of ${price} is still open. Withdraw it first.`
    throw new AppError('wrong_status', message)
  }
  if (counters === undefined || counters !== last?.message_id) {
    throw new AppError('wrong_status', `There is an open offer of ${price}. Answer it first.`)
  }
}

/**
 * Counts the offers of all accounts of the mailbox. Otherwise several accounts guess the lowest offer in a day. Their
 * threads are locked one by one, so the mailbox is locked, too: offers sent at once would not see each other.
 */
async function requireOfferLeft(
  tx: Db,
  { listing_id: listingId }: ThreadRow,
  { email, now }: { email: string; now: number },
) {
  await lockKey(tx, `offers of ${mailboxOf(email)}`)
  const buyerIds = await findMailboxUsers(tx, email)
  const times = await findBuyerOfferTimes(tx, { listingId, buyerIds, now })
  const oldest = times.at(-maxBuyerOffersPerDay)
  if (oldest === undefined) return
  const message = `You can make ${maxBuyerOffersPerDay} offers a day in a conversation. Please try again later.`
  throw tooMany(message, { until: oldest + dayMs, now })
}

/** Returns the seller's words for an offer that is lower than the seller wants to hear of, or undefined. */
async function findDeclineText(
  tx: Db,
  { listing_id: id }: ThreadRow,
  { amount, price }: { amount: number; price: number },
): Promise<string | undefined> {
  const settings = (await findOfferSettings(tx, [id])).get(id)
  const lowest = settings?.lowest ?? 0
  // The price may have been lowered since. A lowest offer that is not below it no longer counts.
  if (amount >= lowest || lowest >= price) return undefined
  return settings?.declineText ?? defaultDeclineText
}

interface DeclinedOffer {
  id: number
  amount: number
  declineText: string
  /** The seller. */
  recipient: Account
  now: number
}

/**
 * Answers an offer with the seller's words. If the seller had read everything, both messages count as read, so the seller
 * gets no email about them.
 */
async function declineAtOnce(
  tx: Db,
  thread: ThreadRow,
  { id, amount, declineText, recipient: { id: studentId }, now }: DeclinedOffer,
) {
  await addMessage(
    tx,
    { ...thread, is_buyer: 0 },
    {
      body: declineText,
      structured: { kind: 'offer_answer', offer_id: id, amount, answer: 'declined' },
      now,
    },
  )
  const ofSeller = await findThread(tx, thread.id, { studentId, now })
  const isOnlyUnread = ofSeller?.unread === 1
  if (isOnlyUnread)
    await markThreadRead(tx, { threadId: thread.id, studentId, upTo: undefined, now })
}
