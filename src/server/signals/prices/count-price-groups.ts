import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type CategoryId, categories, perCategory } from '#categories/index.ts'
import { minDaysBetweenMovesToTop } from '#contract/listing-status.ts'
import { minComparedPrices } from '#contract/signal-rules.ts'
import { nextCampusHour } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, secondMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import {
  countValues,
  medianOf,
  medianOfOthers,
  type ValueCounts,
} from '../../listings/search/medians.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import {
  comparedMs,
  deletePriceGroups,
  findAllPriceGroups,
  findPricedListings,
  isCounted,
  type PriceGroupRow,
  priceGroupsOf,
  updateCountedAt,
  upsertPriceGroups,
} from './price-groups.ts'

export const priceGroupsKind = 'price-groups'

/** Counting reads the listings of half a year, and their middle moves little in a day. */
const countingHour = 4

/**
 * Counts the median prices every night. The first run is soon after the first start, when a new site has its sample
 * content.
 */
export function priceGroupsJob(log: Pick<FastifyBaseLogger, 'info'>): JobKind {
  return {
    name: priceGroupsKind,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => nextCampusHour(now, countingHour),
    firstRunDelayMs: 10 * secondMs,
    async run({ db, now, signal }) {
      const changed = await countPriceGroups(db, { now: now(), signal })
      if (changed > 0) log.info({ changed }, 'median prices counted')
    },
  }
}

/** The size of a batch. It is small enough that no request waits for it. */
const readBatchSize = 50
const writeBatchSize = 100

/**
 * The oldest that the rank of a counted listing can be. A renewal keeps a rank that is newer than the days between
 * moves to the top.
 */
const maxRankAgeMs = comparedMs + minDaysBetweenMovesToTop * dayMs

interface CountOptions {
  now: number
  signal: AbortSignal
}

interface PricesOfGroup {
  /** A group may hold the prices of all homes. */
  cents: ValueCounts
  newestPostedAt: number
}

const createGroup = (): PricesOfGroup => ({ cents: countValues(), newestPostedAt: 0 })

type PricesById = Map<string, PricesOfGroup>

/**
 * Counts the median prices again while the site runs, and writes those that changed. Returns how many changed. Groups
 * that are too small for any comparison are not stored. After an interruption, the next run starts over.
 */
export async function countPriceGroups(db: Db, { now, signal }: CountOptions): Promise<number> {
  const prices = await readPrices(db, { now, signal })
  const stored = await findAllPriceGroups(db)
  let changed = 0
  for (const { id: category } of categories) {
    const before = new Map(
      stored.filter(({ id }) => id.startsWith(`${category} `)).map((group) => [group.id, group]),
    )
    const counted = await countGroups(prices[category], { before, now, signal })
    await writeGroups(db, category, counted, { now, signal })
    changed += counted.changed.length + counted.emptied.length
  }
  await updateCountedAt(db, now)
  return changed
}

/**
 * Reads prices from the newest listing to the oldest that counts. A listing that is renewed during the run may be
 * missed until the next run.
 */
async function readPrices(
  db: Db,
  { now, signal }: CountOptions,
): Promise<Record<CategoryId, PricesById>> {
  const prices = perCategory((): PricesById => new Map())
  let belowRank = Number.MAX_SAFE_INTEGER
  for (;;) {
    signal.throwIfAborted()
    const rows = await findPricedListings(db, { belowRank, limit: readBatchSize })
    const last = rows.at(-1)
    if (!last || rows.every(({ ranked_at }) => ranked_at <= now - maxRankAgeMs)) return prices
    belowRank = last.rank
    for (const row of rows.filter((row) => isCounted(row, now))) {
      for (const { id } of priceGroupsOf(row)) {
        const group = prices[row.category].getOrInsertComputed(id, createGroup)
        group.cents.add(row.price_cents)
        group.newestPostedAt = Math.max(group.newestPostedAt, row.posted_at)
      }
    }
    await yieldToEventLoop()
  }
}

async function countGroups(
  prices: PricesById,
  { before, now, signal }: CountOptions & { before: Map<string, PriceGroupRow> },
): Promise<{ changed: PriceGroupRow[]; emptied: string[] }> {
  const changed: PriceGroupRow[] = []
  const emptied = new Set(before.keys())
  for (const [id, { cents, newestPostedAt }] of prices) {
    if (cents.length < minComparedPrices) continue
    signal.throwIfAborted()
    emptied.delete(id)
    const group = { id, ...countGroup(cents), counted_at: now }
    const old = before.get(id)
    // A listing that was posted since the last count is now counted itself, even if the numbers happen to be the same.
    if (!old || !hasSameNumbers(old, group) || newestPostedAt > old.counted_at) changed.push(group)
    await yieldToEventLoop()
  }
  return { changed, emptied: [...emptied] }
}

function countGroup(cents: ValueCounts) {
  const sorted = cents.sort()
  return {
    listings: sorted.length,
    median_cents: medianOf(sorted),
    median_of_others_cents: medianOfOthers(sorted),
  }
}

const hasSameNumbers = (a: PriceGroupRow, b: PriceGroupRow) =>
  a.listings === b.listings &&
  a.median_cents === b.median_cents &&
  a.median_of_others_cents === b.median_of_others_cents

/**
 * Writes in batches. Cached pages show signals from these numbers, so the version is bumped once after the last batch,
 * or after an interruption.
 */
async function writeGroups(
  db: Db,
  category: CategoryId,
  { changed, emptied }: { changed: PriceGroupRow[]; emptied: string[] },
  { now, signal }: CountOptions,
): Promise<void> {
  if (changed.length + emptied.length === 0) return
  try {
    for (const batch of batchesOf(changed)) {
      signal.throwIfAborted()
      await upsertPriceGroups(db, batch)
      await yieldToEventLoop()
    }
    for (const batch of batchesOf(emptied)) {
      signal.throwIfAborted()
      await deletePriceGroups(db, batch, now)
      await yieldToEventLoop()
    }
  } finally {
    await db.transaction((tx) => bumpCategoryVersion(tx, category))
  }
}

function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += writeBatchSize) {
    yield items.slice(start, start + writeBatchSize)
  }
}
