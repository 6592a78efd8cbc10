import sql from 'sql-template-tag'
import { statusAt } from '#contract/listing-status.ts'
import {
  answerOfMove,
  answerText,
  formatOffer,
  movesOf,
  type OfferMove,
  type OfferState,
  offerStateAt,
} from '#contract/offer-rules.ts'
import { answerOfferBody } from '#contract/offers.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { endPending, updateStatus } from '../../listings/lifecycle/status-queries.ts'
import { findListing, type ListingRow } from '../../listings/listing-queries.ts'
import { readContent } from '../../listings/present-listing.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { bumpMessageVersions, bumpVersionsOfThreads } from '../message-version-queries.ts'
import {
  addMessage,
  countMessage,
  findRepeated,
  lockForWriting,
  type Sending,
  type SentMessage,
} from '../send-message.ts'
import { requireReachable } from '../thread-access.ts'
import { lockPair, lockThread, lockThreadsOfListings } from '../thread-locks.ts'
import type { ThreadRow } from '../thread-queries.ts'
import { tellOthersPending } from './deals.ts'
import { findDeals, findOffer, type OfferRow, setOfferState } from './offer-queries.ts'

/**
 * Accepts, declines, withdraws or undoes an offer. Call it in a transaction that has locked the sender's account. The
 * second of two answers waits for the lock, and then finds the offer answered.
 */
export async function answerOffer(
  tx: Db,
  rateLimiter: RateLimiter,
  threadId: number,
  { sender, input, now }: Sending<unknown>,
): Promise<SentMessage> {
  const move = answerOfferBody.safeParse(input).data?.answer
  const changesListing = move === 'accept' || move === 'undo'
  const { thread, other } = await lockForWriting(
    tx,
    threadId,
    { studentId: sender.id, now },
    async (found, account) => {
      if (!changesListing) return lockThread(tx, threadId)
      // A block that begins now waits, and then finds the deal. One that came first refuses the answer.
      if (account) await lockPair(tx, sender, account)
      await lockListing(tx, found)
    },
  )
  const earlier = await findRepeated(tx, thread, input)
  if (earlier) return earlier
  const recipient = await requireReachable(tx, sender, other)
  const { offer_id: id, answer, client_id } = parseBody(answerOfferBody, input)
  const offer = await findOffer(tx, { threadId, id })
  if (!offer) throw new AppError('not_found', 'Offer not found.')
  const row = await findListing(tx, { category: thread.category, id: thread.listing_id })
  requireMove(answer, offer, { row, isOwn: offer.is_from_buyer === thread.is_buyer, now })
  if (answer === 'accept' && row) await requireNoOtherDeal(tx, row, thread.is_buyer === 1)

  await countMessage(tx, rateLimiter, sender)
  await setOfferState(tx, id, answerOfMove[answer])
  if (answer === 'accept' && row?.status === 'available') await markPending(tx, row, now)
  if (answer === 'undo') await endPending(tx, thread.listing_id, now)
  const amount = offer.amount_cents / 100
  const price = formatOffer(row ? readContent(row) : { ...thread, price: 0, details: {} }, amount)
  const message = await addMessage(tx, thread, {
    client_id,
    body: answerText(answerOfMove[answer], price),
    structured: { kind: 'offer_answer', offer_id: id, amount, answer: answerOfMove[answer] },
    recipient,
    now,
  })
  if (answer === 'accept' && row) {
    const seller = thread.is_buyer === 1 ? recipient : sender
    await tellOthersPending(tx, { listing: row, threadId, seller, now })
  }
  // One statement locks the versions of all threads in the order of ids. Other answers concern only these two.
  if (changesListing) await bumpVersionsOfThreads(tx, thread.listing_id)
  else await bumpMessageVersions(tx, [sender.id, recipient.id])
  return { threadId, message, isRepeated: false }
}

/** Locks the listing's category, then all its threads, as a change of status by the owner does. */
async function lockListing(tx: Db, { category, listing_id: id }: ThreadRow) {
  await bumpListingVersions(tx, { category, id })
  await lockThreadsOfListings(tx, [id])
}

interface OfferContext {
  row: ListingRow | undefined
  isOwn: boolean
  now: number
}

function requireMove(move: OfferMove, offer: OfferRow, { row, isOwn, now }: OfferContext) {
  const status = row && statusAt(row, now)
  const state = offerStateAt(offer, { now, status, isThreadOpen: true })
  if (movesOf(state, { isOwn, status }).includes(move)) return
  throw new AppError('wrong_status', whyNot(move, state, isOwn))
}

/** Says why this answer is refused. */
function whyNot(move: OfferMove, state: OfferState, isOwn: boolean): string {
  if (state === 'open') {
    if (move === 'undo') return 'This offer is still open.'
    return isOwn ? 'This is your own offer.' : "This offer isn't yours."
  }
  if (state === 'accepted' && move === 'undo') {
    return "This deal can't be undone: the listing is no longer pending."
  }
  return sentences[state]
}

const sentences: Record<Exclude<OfferState, 'open'>, string> = {
  accepted: 'This offer was already accepted.',
  declined: 'This offer was already declined.',
  countered: 'There is a newer offer. Answer that one.',
  withdrawn: 'This offer was withdrawn.',
  ended: 'This offer has ended.',
  undone: 'This deal is already off.',
}

/** Throws 409 if the listing is pending for another buyer. A deal about an available listing is off. */
async function requireNoOtherDeal(tx: Db, { id, status }: ListingRow, isBuyer: boolean) {
  const deals = await findDeals(tx, sql`offers.listing_id = ${id}`)
  if (deals.length > 0 && status === 'pending') {
    // Only the two who have agreed can undo their deal.
    const next = isBuyer ? 'You can accept if it becomes available again.' : 'Undo that deal first.'
    throw new AppError('wrong_status', `It's pending for someone else. ${next}`)
  }
  for (const { message_id } of deals) await setOfferState(tx, message_id, 'undone')
}

const markPending = (tx: Db, { id, ends_at }: ListingRow, now: number) =>
  updateStatus(tx, id, { status: 'pending', status_changed_at: now, ends_at })
