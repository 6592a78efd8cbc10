import { createHash, randomBytes } from 'node:crypto'
import { campusDayNumber } from '#contract/campus-date.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'
import {
  addView,
  getDaySalt,
  hasVisitorHash,
  recordVisitorHash,
  type VisitedListing,
} from './view-queries.ts'
import type { PageVisit } from './visited-pages.ts'

/**
 * Counts a student once a day for a listing, visitors of one network once a day together, and the seller not at all.
 * False once the network has added `maxPerNetwork` views that day: then the visit adds no row.
 */
export async function countView(
  tx: Db,
  { visitedAt, network, userId }: PageVisit,
  { listingId, sellerId }: VisitedListing,
  maxPerNetwork: number,
): Promise<boolean> {
  if (sellerId === userId) return true
  const day = campusDayNumber(visitedAt)
  const salt = await getDaySalt(tx, day, randomBytes(18).toString('base64url'))
  const visitor = userId === undefined ? `network ${network}` : `student ${userId}`
  const hash = createHash('sha256').update(`${salt} ${listingId} ${visitor}`).digest('base64url')
  if (await hasVisitorHash(tx, day, hash)) return true
  const limiter = createRateLimiter({ enabled: true, now: () => visitedAt })
  const rule = { name: 'views-per-network', max: maxPerNetwork, windowMs: dayMs, message: '' }
  // The salt is the day's: it starts a count for each day and keeps the network's hash from being looked up.
  const { isAllowed } = await limiter.tryTake(tx, rule, salt, network)
  if (isAllowed && (await recordVisitorHash(tx, day, hash))) await addView(tx, listingId, day)
  return isAllowed
}
