import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { mailboxOf } from '#campus/campus.ts'
import { type CategoryId, categories } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs, secondMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import {
  deleteFigures,
  findAllFigures,
  findSales,
  type SoldRow,
  saleGroupsOf,
  upsertFigures,
} from './sale-figures.ts'
import { nextRanges, type PublishedRange, type Sale } from './sale-ranges.ts'

/** Sales of this time count. A book is sold every year, and prices change from year to year. */
const countedMs = 365 * dayMs

/** The size of a batch. It is small enough that no request waits for it. */
const batchSize = 50

/** Counts what things went for, every hour. */
export function saleFiguresJob(log: Pick<FastifyBaseLogger, 'info'>): JobKind {
  return {
    name: 'sale-figures',
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + hourMs,
    firstRunDelayMs: 20 * secondMs,
    async run({ db, now, signal }) {
      const changed = await countSales(db, { now: now(), signal })
      if (changed > 0) log.info({ changed }, 'sale figures counted')
    },
  }
}

interface CountOptions {
  now: number
  signal: AbortSignal
}

/**
 * Counts the sales of all groups and writes the figures that changed. Returns how many changed. After an interruption, the
 * next run starts over.
 */
export async function countSales(db: Db, { now, signal }: CountOptions): Promise<number> {
  const sales = await readSales(db, { now, signal })
  const stored = await findAllFigures(db)
  const ranges = nextRanges(stored, sales)
  const changed = [...ranges].filter(([id, range]) => !isSame(stored.get(id), range))
  const emptied = [...stored.keys()].filter((id) => !ranges.has(id))
  for (const { id: category } of categories) {
    const isOfCategory = (id: string) => id.startsWith(`${category} `)
    const changedHere = changed.filter(([id]) => isOfCategory(id))
    await write(db, category, changedHere, emptied.filter(isOfCategory), { now, signal })
  }
  return changed.length + emptied.length
}

const isSame = (before: PublishedRange | undefined, after: PublishedRange): boolean =>
  before?.isShown === after.isShown && before.listingIds === after.listingIds

async function readSales(db: Db, { now, signal }: CountOptions): Promise<Map<string, Sale[]>> {
  const sales = new Map<string, Sale[]>()
  // Somebody with several accounts is one seller, under the id of the first that is read.
  const sellers = new Map<string, number>()
  let after: Pick<SoldRow, 'sold_at' | 'id'> = { sold_at: now - countedMs, id: 0 }
  for (;;) {
    signal.throwIfAborted()
    const rows = await findSales(db, { after, limit: batchSize })
    for (const row of rows) {
      const sellerId = sellers.getOrInsertComputed(mailboxOf(row.email), () => row.seller_id)
      const sale = toSale({ ...row, seller_id: sellerId })
      for (const { id } of saleGroupsOf(row)) sales.getOrInsertComputed(id, () => []).push(sale)
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return sales
    after = last
    await yieldToEventLoop()
  }
}

const toSale = (row: SoldRow): Sale => ({
  listingId: row.id,
  sellerId: row.seller_id,
  cents: row.went_for_cents,
  days: Math.max(1, Math.ceil((row.sold_at - row.posted_at) / dayMs)),
})

/** Writes in batches. Cached pages show the figures, so the version is bumped once, also after an interruption. */
async function write(
  db: Db,
  category: CategoryId,
  changed: readonly [id: string, range: PublishedRange][],
  emptied: readonly string[],
  { now, signal }: CountOptions,
): Promise<void> {
  if (changed.length + emptied.length === 0) return
  try {
    for (let start = 0; start < changed.length; start += batchSize) {
      signal.throwIfAborted()
      await upsertFigures(db, changed.slice(start, start + batchSize), now)
      await yieldToEventLoop()
    }
    for (let start = 0; start < emptied.length; start += batchSize) {
      signal.throwIfAborted()
      await deleteFigures(db, emptied.slice(start, start + batchSize), now)
      await yieldToEventLoop()
    }
  } finally {
    await db.transaction((tx) => bumpCategoryVersion(tx, category))
  }
}
