import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { mailboxOf } from '#campus/campus.ts'
import { type CategoryId, categories } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs, secondMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { countHandfuls, type Handful, type Sale } from './handfuls.ts'
import {
  deleteFigures,
  type FigureRow,
  findFiguresAfter,
  saleGroupsOf,
  upsertFigures,
} from './sale-figures.ts'
import { computeRange, type SaleRange } from './sale-ranges.ts'
import { findSales, insertHandfuls, type SoldRow } from './sold-queries.ts'

/** Sales of this time count. A book is sold every year, and prices change from year to year. */
const countedMs = 365 * dayMs

/** The size of a batch. It is small enough that no request waits for it. */
const batchSize = 50

/** A handful is up to nine rows. */
const handfulsPerBatch = 5

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
 * next run starts over with the handfuls that are stored.
 */
export async function countSales(db: Db, options: CountOptions): Promise<number> {
  const sales = await readSales(db, options)
  const { figures, added } = await runInTurns(countHandfuls(sales), options)
  await writeHandfuls(db, added, options)
  const emptied = await readFigures(db, options)
  const changed: [id: string, range: SaleRange][] = []
  let counted = 0
  for (const [id, behind] of figures) {
    const range = computeRange(behind)
    if (!isSame(emptied.get(id), range)) changed.push([id, range])
    emptied.delete(id)
    counted += 1
    if (counted % batchSize === 0) await nextTurn(options)
  }
  for (const { id: category } of categories) {
    const isOfCategory = (id: string) => id.startsWith(`${category} `)
    const changedHere = changed.filter(([id]) => isOfCategory(id))
    await write(db, category, changedHere, [...emptied.keys()].filter(isOfCategory), options)
  }
  return changed.length + emptied.size
}

/** Lets other requests run. */
async function nextTurn({ signal }: Pick<CountOptions, 'signal'>): Promise<void> {
  await yieldToEventLoop()
  signal.throwIfAborted()
}

async function runInTurns<Result>(
  steps: Generator<undefined, Result>,
  options: CountOptions,
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn(options)
  }
}

const isSame = (row: FigureRow | undefined, range: SaleRange): boolean =>
  row?.sales === range.sales &&
  row.low_cents === range.lowCents &&
  row.median_cents === range.medianCents &&
  row.high_cents === range.highCents &&
  row.within_days === range.withinDays

async function readSales(db: Db, { now, signal }: CountOptions): Promise<Sale[]> {
  const sales: Sale[] = []
  // Somebody with several accounts is one seller, under the id of the first that is read.
  const sellers = new Map<string, number>()
  // Sales in the same groups share one list, which takes far less memory.
  const lists = new Map<string, readonly string[]>()
  const share = (groups: readonly string[]) =>
    lists.getOrInsertComputed(groups.join('\n'), () => groups)
  let after: Pick<SoldRow, 'sold_at' | 'id'> = { sold_at: now - countedMs, id: 0 }
  for (;;) {
    const rows = await findSales(db, { after, limit: batchSize })
    for (const row of rows) {
      // With its new price, a figure would tell the sale apart from the others of its handful.
      if (row.is_changed) continue
      const sellerId = sellers.getOrInsertComputed(mailboxOf(row.email), () => row.seller_id)
      const sale = toSale({ ...row, seller_id: sellerId })
      sales.push({ ...sale, groups: share(sale.groups) })
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return sales
    after = last
    await nextTurn({ signal })
  }
}

const toSale = (row: SoldRow): Sale => ({
  listingId: row.id,
  sellerId: row.seller_id,
  cents: row.went_for_cents,
  days: Math.max(1, Math.ceil((row.sold_at - row.posted_at) / dayMs)),
  soldAt: row.sold_at,
  groups: [...new Set(saleGroupsOf(row).map(({ id }) => id))],
  ...(row.handful !== null &&
    row.handful_size !== null && { handful: { id: row.handful, size: row.handful_size } }),
})

async function writeHandfuls(db: Db, added: readonly Handful[], options: CountOptions) {
  for (let start = 0; start < added.length; start += handfulsPerBatch) {
    await insertHandfuls(db, added.slice(start, start + handfulsPerBatch))
    await nextTurn(options)
  }
}

/** Reads all stored figures, by the id of their group. */
async function readFigures(db: Db, options: CountOptions): Promise<Map<string, FigureRow>> {
  const figures = new Map<string, FigureRow>()
  for (let id = ''; ; ) {
    const rows = await findFiguresAfter(db, { id, limit: batchSize })
    for (const row of rows) figures.set(row.id, row)
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return figures
    id = last.id
    await nextTurn(options)
  }
}

/** Writes in batches. Cached pages show the figures, so the version is bumped once, also after an interruption. */
async function write(
  db: Db,
  category: CategoryId,
  changed: readonly [id: string, range: SaleRange][],
  emptied: readonly string[],
  options: CountOptions,
): Promise<void> {
  if (changed.length + emptied.length === 0) return
  try {
    for (let start = 0; start < changed.length; start += batchSize) {
      await upsertFigures(db, changed.slice(start, start + batchSize), options.now)
      await nextTurn(options)
    }
    for (let start = 0; start < emptied.length; start += batchSize) {
      await deleteFigures(db, emptied.slice(start, start + batchSize), options.now)
      await nextTurn(options)
    }
  } finally {
    await db.transaction((tx) => bumpCategoryVersion(tx, category))
  }
}
