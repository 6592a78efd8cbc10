import { mailboxOf } from '#campus.ts'
import type { User } from '#contract/accounts.ts'
import type { Config } from '../config.ts'
import { lockKey } from '../database/advisory-lock.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import { type AppError, tooMany } from '../errors.ts'
import type { RateLimiter, RateLimitRule } from '../limits/rate-limit.ts'
import { findLiveEnds } from './status-queries.ts'

/** Of one student. In a try-out, without VERIFY_EMAIL, one person and their scripts fill the site. */
const quotas = { postsPerDay: 20, live: 100, editsPerHour: 120, statusChangesPerHour: 300 }
const tryOutQuotas = {
  postsPerDay: 200,
  live: 500,
  editsPerHour: 1_200,
  statusChangesPerHour: 3_000,
}

type Seller = Pick<User, 'id' | 'email'>

interface ListingQuotasDeps {
  config: Pick<Config, 'VERIFY_EMAIL' | 'RATE_LIMIT'>
  rateLimiter: RateLimiter
  now: () => number
}

/**
 * How many listings a student may post in a day, deleted ones included, and have live at a time, and how often they may
 * change them.
 */
export function createListingQuotas({ config, rateLimiter, now }: ListingQuotasDeps) {
  const { postsPerDay, live, editsPerHour, statusChangesPerHour } = config.VERIFY_EMAIL
    ? quotas
    : tryOutQuotas
  const posts: RateLimitRule = {
    name: 'posts',
    max: postsPerDay,
    windowMs: dayMs,
    message: `You can post ${postsPerDay} listings a day. Post the rest tomorrow.`,
  }

  const edits: RateLimitRule = {
    name: 'listing-edits',
    max: editsPerHour,
    windowMs: hourMs,
    message: `You can save ${editsPerHour} changes to your listings an hour. Please try again later.`,
  }
  const statusChanges: RateLimitRule = {
    name: 'status-changes',
    max: statusChangesPerHour,
    windowMs: hourMs,
    message: `You can mark or renew listings ${statusChangesPerHour} times an hour. Please try again later.`,
  }

  /** The latest first. */
  const findEnds = async (db: Db, sellerId: number) =>
    config.RATE_LIMIT ? findLiveEnds(db, sellerId, now()) : []

  /** With Retry-After at the end that makes room, if the student does nothing. */
  function tooManyLive(ends: number[]): AppError {
    const message = `You can have ${live} listings at a time. Delete one or mark one as sold first.`
    return tooMany(message, { until: ends[live - 1] ?? now(), now: now() })
  }

  /** Throws if one more would be too many. */
  async function requireRoom(db: Db, sellerId: number) {
    const ends = await findEnds(db, sellerId)
    if (ends.length >= live) throw tooManyLive(ends)
  }

  /** In a transaction: refuses a change that makes one too many live. Quotas come last, after what else is wrong with it. */
  async function limitLive<Result>(tx: Db, sellerId: number, change: () => Promise<Result>) {
    // The change itself locks its category only: two at once in two categories would both find room.
    if (config.RATE_LIMIT) await lockKey(tx, `live listings of ${sellerId}`)
    const ends = await findEnds(tx, sellerId)
    const result = await change()
    if (ends.length < live) return result
    if ((await findEnds(tx, sellerId)).length > ends.length) throw tooManyLive(ends)
    return result
  }

  /** In a transaction, so that a post which is refused does not count. */
  async function limitPosts<Result>(tx: Db, seller: Seller, post: () => Promise<Result>) {
    const result = await limitLive(tx, seller.id, post)
    await rateLimiter.take(tx, posts, mailboxOf(seller.email))
    return result
  }

  /**
   * Runs in the transaction of a change, before its work, so that a refused change costs little. Every accepted change
   * empties the page cache of its category. Changes that are refused for another reason do not count.
   */
  const limitChanges =
    (rule: RateLimitRule) =>
    async <Result>(tx: Db, seller: Seller, change: () => Promise<Result>) => {
      await rateLimiter.take(tx, rule, mailboxOf(seller.email))
      return change()
    }
  const limitEdits = limitChanges(edits)

  /** Renewals count too. */
  const limitStatusChanges = <Result>(tx: Db, seller: Seller, change: () => Promise<Result>) =>
    limitChanges(statusChanges)(tx, seller, () => limitLive(tx, seller.id, change))

  return { requireRoom, limitLive, limitPosts, limitEdits, limitStatusChanges }
}

export type ListingQuotas = ReturnType<typeof createListingQuotas>
