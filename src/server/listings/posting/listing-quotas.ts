import { mailboxOf } from '#campus.ts'
import type { User } from '#contract/accounts.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { type AppError, tooMany } from '../../errors.ts'
import { perDay, perHour, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import { findLiveEnds } from '../lifecycle/status-queries.ts'

/** Limits per student. In a try-out, one person and their scripts fill the site. */
const quotas = { postsPerDay: 20, live: 100, editsPerHour: 120, statusChangesPerHour: 300 }
const tryOutQuotas = {
  postsPerDay: 200,
  live: 500,
  editsPerHour: 1_200,
  statusChangesPerHour: 3_000,
}

type Seller = Pick<User, 'id' | 'email'>

interface ListingQuotasDeps {
  config: Pick<Config, 'isTryOut' | 'RATE_LIMIT'>
  rateLimiter: RateLimiter
  now: () => number
}

/**
 * How many listings a student may post in a day, deleted ones included, and have live at a time, and how often they may
 * change them.
 */
export function createListingQuotas({ config, rateLimiter, now }: ListingQuotasDeps) {
  const { postsPerDay, live, editsPerHour, statusChangesPerHour } = config.isTryOut
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
  const statusChanges: RateLimitRule = {
    name: 'status-changes',
    ...perHour(statusChangesPerHour),
    message: `You can mark or renew listings ${statusChangesPerHour} times an hour. Please try again later.`,
  }

  /** The latest first. */
  const findEnds = async (db: Db, sellerId: number) =>
    config.RATE_LIMIT ? findLiveEnds(db, sellerId, now()) : []

  /** The error's Retry-After is the end that makes room if the student does nothing. */
  function tooManyLive(ends: number[]): AppError {
    const message = `You can have ${live} listings at a time. Delete one or mark one as sold first.`
    return tooMany(message, { until: ends[live - 1] ?? now(), now: now() })
  }

  /** Throws if one more would be too many. */
  async function requireRoom(db: Db, sellerId: number) {
    const ends = await findEnds(db, sellerId)
    if (ends.length >= live) throw tooManyLive(ends)
  }

  /**
   * Call it in a transaction. Refuses a change that makes one too many live. The quota is checked last, after all other
   * errors.
   */
  async function limitLive<Result>(tx: Db, sellerId: number, change: () => Promise<Result>) {
    // The change itself locks its category only: two at once in two categories would both find room.
    if (config.RATE_LIMIT) await lockKey(tx, `live listings of ${sellerId}`)
    const ends = await findEnds(tx, sellerId)
    const result = await change()
    if (ends.length < live) return result
    if ((await findEnds(tx, sellerId)).length > ends.length) throw tooManyLive(ends)
    return result
  }

  /** Call it in a transaction, so that a refused post does not count. */
  async function limitPosts<Result>(tx: Db, seller: Seller, post: () => Promise<Result>) {
    const result = await limitLive(tx, seller.id, post)
    await rateLimiter.take(tx, posts, mailboxOf(seller.email))
    return result
  }

  /**
   * Call these before the transaction of a post or a change. A refused one can cost as much as a saved one, and its
   * rollback must not uncount it.
   */
  const countSave = (db: Db, seller: Seller) => rateLimiter.take(db, edits, mailboxOf(seller.email))
  /** Renewals count too. */
  const countStatusChange = (db: Db, seller: Seller) =>
    rateLimiter.take(db, statusChanges, mailboxOf(seller.email))

  return { requireRoom, limitLive, limitPosts, countSave, countStatusChange }
}

export type ListingQuotas = ReturnType<typeof createListingQuotas>
