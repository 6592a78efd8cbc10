import { createHash, randomBytes } from 'node:crypto'
import { type CategoryId, categoryByPath } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { addView, dayOf, markCounted, saltOf, sellerOf } from './view-queries.ts'

export interface Viewing {
  path: string
  visitedAt: number
  /** Kept for a moment only, to tell visitors apart. */
  address: string
  userAgent: string
  userId: number | undefined
}

const robots = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|lighthouse|curl|wget|python/i

/** The listing whose page a path is, if it is one. */
export function viewedListing(path: string): { category: CategoryId; id: number } | undefined {
  const [, first = '', id] = /^\/([a-z]+)\/([1-9]\d{0,9})$/.exec(path) ?? []
  const category = categoryByPath(first)
  return category && { category: category.id, id: Number(id) }
}

export const isRobot = (userAgent: string) => userAgent === '' || robots.test(userAgent)

/** Counts views by others, each visitor once a day; robots and the seller not at all. */
export async function countViews(db: Db, viewings: Viewing[]) {
  const seen = viewings.flatMap((viewing) => {
    const listing = isRobot(viewing.userAgent) ? undefined : viewedListing(viewing.path)
    return listing ? [{ ...viewing, ...listing }] : []
  })
  if (seen.length === 0) return
  await db.transaction(async (tx) => {
    for (const { category, id, visitedAt, address, userAgent, userId } of seen) {
      const seller = await sellerOf(tx, category, id)
      if (seller === undefined || seller === userId) continue
      const day = dayOf(visitedAt)
      const salt = await saltOf(tx, day, randomBytes(18).toString('base64url'))
      const visitor = userId ?? `${address} ${userAgent}`
      const mark = createHash('sha256').update(`${salt} ${id} ${visitor}`).digest('base64url')
      if (await markCounted(tx, day, mark)) await addView(tx, id, day)
    }
  })
}
