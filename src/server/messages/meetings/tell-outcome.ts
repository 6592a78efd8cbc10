import { isListed, statusAt } from '#contract/listing-status.ts'
import { canTellOutcome, type MeetingOutcome, type NoShowView } from '#contract/meeting-rules.ts'
import type { MeetingOutcomeBody } from '#contract/meetings.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import { changeStatus } from '../../listings/lifecycle/change-status.ts'
import type { ListingHooks } from '../../listings/listing-deps.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import { requireNoPause } from '../../students/restrictions/requests.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { bumpMessageVersions } from '../message-version-queries.ts'
import { callOffOtherDeals } from '../offers/deals.ts'
import { findPriceOfDeal } from '../offers/offer-queries.ts'
import { threadNotFound } from '../thread-access.ts'
import { lockThread, lockThreadsOfListings } from '../thread-locks.ts'
import { findThread } from '../thread-queries.ts'
import { findMeeting, type MeetingRow, setOutcome, setView } from './meeting-queries.ts'

interface Telling {
  threadId: number
  studentId: number
  body: MeetingOutcomeBody
  hooks: Pick<ListingHooks, 'ownerActed'>
  appUrl: string
  now: number
}

/**
 * Stores what a student says about a meeting. If the seller says that the thing is sold, the listing is marked so, and a
 * deal with another buyer is off. What the buyer says changes no listing: only the seller knows whether it is gone. Call it
 * in a transaction that has locked the session.
 */
export async function tellOutcome(tx: Db, telling: Telling): Promise<void> {
  const { threadId, studentId, body, hooks, appUrl, now } = telling
  const find = async () => {
    const thread = await findThread(tx, threadId, { studentId, now })
    if (!thread) throw threadNotFound()
    return thread
  }
  const found = await find()
  await lockUserShared(tx, studentId)
  if (found.other_id !== null) await lockUserShared(tx, found.other_id)
  const isSoldBySeller = body.answer === 'sold' && found.is_buyer === 0
  const key = { category: found.category, id: found.listing_id }
  if (isSoldBySeller) {
    // The category is locked before the threads, in the order of `thread-locks.ts`.
    await bumpListingVersions(tx, key)
    await lockThreadsOfListings(tx, [key.id])
  } else {
    await lockThread(tx, threadId)
  }
  const thread = await find()
  const meeting = await findMeeting(tx, { threadId, id: body.meeting_id })
  if (!meeting) throw new AppError('not_found', 'Meeting not found.')
  const isChanged = await store(tx, meeting, { body, isBuyer: thread.is_buyer === 1, now })
  if (!isChanged) return
  if (isSoldBySeller && (await markSold(tx, key, { threadId, studentId, now }))) {
    await runHooks(hooks.ownerActed, tx, key, { appUrl, now })
  }
  await bumpMessageVersions(tx, [studentId, thread.other_id ?? studentId])
}

interface Seller {
  threadId: number
  studentId: number
  now: number
}

/** Marks the listing as sold for the price agreed with this buyer, unless it is no longer listed. Returns whether it did. */
async function markSold(
  tx: Db,
  key: ListingKey,
  { threadId, studentId, now }: Seller,
): Promise<boolean> {
  const row = await findListing(tx, key)
  if (!row || !isListed(statusAt(row, now))) return false
  await requireNoPause(tx, studentId, 'writing')
  // The listing may be pending for another buyer, who is told, and whose price says nothing about this sale.
  await callOffOtherDeals(tx, { listingId: key.id, threadId, now })
  const findAcceptedPrice = () => findPriceOfDeal(tx, threadId)
  await changeStatus(tx, key, 'sold', now, { findAcceptedPrice })
  return true
}

interface Told {
  body: MeetingOutcomeBody
  isBuyer: boolean
  now: number
}

/** Returns false if the student has already said the same. */
async function store(tx: Db, meeting: MeetingRow, { body, isBuyer, now }: Told): Promise<boolean> {
  const { answer } = body
  const id = meeting.message_id
  if (isOutcome(answer)) {
    const told = isBuyer ? meeting.buyer_outcome : meeting.seller_outcome
    if (told === answer) return false
    if (told !== null) throw new AppError('wrong_status', "You've already said how it went.")
    requireTime(meeting, now)
    await setOutcome(tx, id, isBuyer, answer)
    return true
  }
  const isAccused = (isBuyer ? meeting.seller_outcome : meeting.buyer_outcome) === 'no_show'
  if (!isAccused) throw new AppError('wrong_status', 'Nobody said that you missed this meeting.')
  const said = isBuyer ? meeting.buyer_view : meeting.seller_view
  if (said === answer) return false
  if (said !== null) throw new AppError('wrong_status', "You've already given your side.")
  await setView(tx, id, isBuyer, answer)
  return true
}

const isOutcome = (answer: MeetingOutcome | NoShowView): answer is MeetingOutcome =>
  answer === 'sold' || answer === 'not_yet' || answer === 'no_show'

function requireTime(meeting: MeetingRow, now: number) {
  if (canTellOutcome(meeting, now)) return
  throw new AppError('wrong_status', 'You have two weeks after the meeting to say how it went.')
}
