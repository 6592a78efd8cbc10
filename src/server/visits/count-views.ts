import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../database/database.ts'
import {
  addView,
  getDaySalt,
  recordVisitorHash,
  utcDay,
  type VisitedListing,
} from './view-queries.ts'
import type { PageVisit } from './visited-pages.ts'

/** Counts each visitor of a listing once a day, and its seller not at all. */
export async function countViews(tx: Db, visits: (PageVisit & VisitedListing)[]) {
  for (const { listingId, sellerId, visitedAt, network: address, userAgent, userId } of visits) {
    if (sellerId === userId) continue
    const day = utcDay(visitedAt)
    const salt = await getDaySalt(tx, day, randomBytes(18).toString('base64url'))
    const visitor = userId ?? `${address} ${userAgent}`
    const hash = createHash('sha256').update(`${salt} ${listingId} ${visitor}`).digest('base64url')
    if (await recordVisitorHash(tx, day, hash)) await addView(tx, listingId, day)
  }
}
