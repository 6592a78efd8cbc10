import { mailboxOf } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { type AppError, tooMany } from '../../errors.ts'
import { perDay, perHour, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import { findLiveEnds } from '../lifecycle/status-queries.ts'

/** The limits per student. They are higher in a try-out, where one person and their scripts fill the site. */
const quotas = {
  postsPerDay: 20,
  live: 100,
  editsPerHour: 120,
  statusChangesPerHour: 300,
  fitsPerHour: 300,
}
const tryOutQuotas = {
  postsPerDay: 200,
  live: 500,
  editsPerHour: 1_200,
  statusChangesPerHour: 3_000,
  fitsPerHour: 3_000,
}

type Seller = Pick<User, 'id' | 'email'>

interface ListingQuotasDeps {
  config: Pick<Config, 'isTryOut' | 'RATE_LIMIT'>
  rateLimiter: RateLimiter
  now: () => number
}

/**
 * Limits how many listings a student may post a day (deleted ones count too), have live at a time, and how often they
 * may change listings.
 */
export function createListingQuotas({ config, rateLimiter, now }: ListingQuotasDeps) {
  const { postsPerDay, live, editsPerHour, statusChangesPerHour, fitsPerHour } = config.isTryOut
    ? tryOutQuotas
    : quotas
  const posts: RateLimitRule = {
    name: 'posts',
    ...perDay(postsPerDay),
    message: `You can post ${postsPerDay} listings a day. Post the rest tomorrow.`,
  }

  const edits: RateLimitRule = {
    name: 'listing-edits',
    ...perHour(editsPerHour),
    message: `You can save ${editsPerHour} changes to your listings an hour. Please try again later.`,
  }
  const fits: RateLimitRule = {
    name: 'fits',
    ...perHour(fitsPerHour),
    message: `You can look up what fits ${fitsPerHour} times an hour. Please try again later.`,
  }
  const statusChanges: RateLimitRule = {
    name: 'status-changes',
    ...perHour(statusChangesPerHour),
    message: `You can mark or renew listings ${statusChangesPerHour} times an hour. Please try again later.`,
  }

  /** Returns the ends of the student's live listings, latest first. Without rate limits the list is empty. */
  const findEnds = async (db: Db, sellerId: number) =>
    config.RATE_LIMIT ? findLiveEnds(db, sellerId, now()) : []

  /** The error's Retry-After is the time until enough listings have ended by themselves to make room. */
  function tooManyLive(ends: number[]): AppError {
    const message = `You can have ${live} listings at a time. Delete one or mark one as sold first.`
    return tooMany(message, { until: ends[live - 1] ?? now(), now: now() })
  }

  /** Throws if the student has no room for another live listing. */
  async function requireRoom(db: Db, sellerId: number) {
    const ends = await findEnds(db, sellerId)
    if (ends.length >= live) throw tooManyLive(ends)
  }

  /**
   * Refuses a change that makes too many listings live. Call it in a transaction. The quota is checked last, after all
   * other errors.
   */
  async function limitLive<Result>(tx: Db, sellerId: number, change: () => Promise<Result>) {
    // The change itself locks only its category: two changes at once in two categories would both find room.
    if (config.RATE_LIMIT) await lockKey(tx, `live listings of ${sellerId}`)
    const ends = await findEnds(tx, sellerId)
    const result = await change()
    if (ends.length < live) return result
    if ((await findEnds(tx, sellerId)).length > ends.length) throw tooManyLive(ends)
    return result
  }

  /** Posts and counts the post. Call it in a transaction, so that a refused post does not count. */
  async function limitPosts<Result>(tx: Db, seller: Seller, post: () => Promise<Result>) {
    const result = await limitLive(tx, seller.id, post)
    await rateLimiter.take(tx, posts, mailboxOf(seller.email))
    return result
  }

  /**
   * Counts a post or an edit. Call this and `countStatusChange` before the transaction: a refused change can cost as
   * much as a saved one, so its rollback must not undo the count.
   */
  const countSave = (db: Db, seller: Seller) => rateLimiter.take(db, edits, mailboxOf(seller.email))
  /** Counts a change of status or a renewal. */
  const countStatusChange = (db: Db, seller: Seller) =>
    rateLimiter.take(db, statusChanges, mailboxOf(seller.email))

  /** Counts a search for what fits a listing, which may read as much as many pages. */
  const countFits = (db: Db, owner: Pick<Seller, 'email'>) =>
    rateLimiter.take(db, fits, mailboxOf(owner.email))

  return { requireRoom, limitLive, limitPosts, countSave, countStatusChange, countFits }
}

export type ListingQuotas = ReturnType<typeof createListingQuotas>
