import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { isWanted } from '#categories/listing-values.ts'
import { toCents } from '#categories/stored-listing.ts'
import {
  categoryOf,
  type Listing,
  type ListingContent,
  type ListingFacts,
} from '#contract/listing.ts'
import { asksPrice } from '#contract/listing-fields.ts'
import { maxPriceChangesPerDay, priceDrop } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { dayMs } from '../../durations.ts'
import { tooMany } from '../../errors.ts'
import type { ListingColumns, ListingRow } from '../listing-queries.ts'

interface Edit {
  row: ListingRow
  saved: Listing
  edited: ListingContent
  columns: ListingColumns
}

/** Stores the previous price if an edit changes the price, and updates the price drop. */
export async function changePrice(
  tx: Db,
  { row, saved, edited, columns }: Edit,
  now: number,
): Promise<void> {
  const isComparable = hasSameMeaning(saved, edited)
  if (isComparable && row.price_cents === columns.price_cents) return
  const before = (await findPreviousPrices(tx, [row.id])).get(row.id) ?? []
  requireFewChanges(before, now)
  const previous = {
    cents: row.price_cents,
    since: priceBegan(row.posted_at, before),
    until: now,
    isComparable,
  }
  await insertPreviousPrice(tx, row.id, previous)
  const current = { cents: columns.price_cents, since: now }
  await updatePriceDrop(tx, row.id, findPriceDrop([...before, previous], current, now))
}

function requireFewChanges(previousPrices: readonly PreviousPrice[], now: number) {
  const today = previousPrices.map(({ until }) => until).filter((until) => until > now - dayMs)
  if (today.length < maxPriceChangesPerDay) return
  const message = `You can change the price of a listing ${maxPriceChangesPerDay} times a day. Try again tomorrow.`
  throw tooMany(message, { until: Math.min(...today) + dayMs, now })
}

/**
 * Returns false if the edit changed what the price means. For example, the price of a room became that of the whole
 * place, or what a buyer would pay became an asking price.
 */
function hasSameMeaning(saved: ListingFacts, edited: ListingFacts) {
  const category = categoryOf(saved)
  const { priceUnit } = category
  const isUnit = ({ details }: ListingFacts) =>
    priceUnit?.field && Boolean(details[priceUnit.field])
  return (
    isWanted(category, saved.details) === isWanted(category, edited.details) &&
    isUnit(saved) === isUnit(edited)
  )
}

/** A price that was asked from `since` to `until`. */
export interface PreviousPrice {
  cents: number
  since: number
  until: number
  /**
   * False if the next price means something else: for example, this one is for a room and the next for the whole place.
   */
  isComparable?: boolean
}

type CurrentPrice = Pick<PreviousPrice, 'cents' | 'since'>

/**
 * Returns the price before a drop: the lowest price in force in the days before a moment, if the current price is
 * enough lower. The moment is when the current price began, or when a student last heard of the price.
 */
export function findPriceDrop(
  previousPrices: readonly PreviousPrice[],
  current: CurrentPrice | undefined,
  before: number,
): CurrentPrice | undefined {
  if (!current) return undefined
  const from = before - priceDrop.days * dayMs
  const comparableFrom = lastEnd(
    previousPrices.filter(({ isComparable }) => isComparable === false),
  )
  const [lowest] = [...previousPrices, { ...current, until: Number.POSITIVE_INFINITY }]
    .filter(({ since, until }) => since < before && until > Math.max(from, comparableFrom))
    .toSorted((a, b) => a.cents - b.cents || a.since - b.since)
  return lowest && isDrop(lowest.cents, current.cents)
    ? { cents: lowest.cents, since: lowest.since }
    : undefined
}

/**
 * Returns the current price, to be compared with previous ones. It is undefined for wanted things, and for a price of 0
 * that does not mean free.
 */
export function currentPrice(
  listing: Listing,
  previousPrices: readonly PreviousPrice[],
): CurrentPrice | undefined {
  if (!asksPrice(listing)) return undefined
  return {
    cents: toCents(listing.price),
    since: priceBegan(Date.parse(listing.postedAt), previousPrices),
  }
}

/** Returns when the current price began: when the previous price ended, or at posting. */
const priceBegan = (postedAt: number, previousPrices: readonly PreviousPrice[]): number =>
  Math.max(postedAt, lastEnd(previousPrices))

const lastEnd = (prices: readonly PreviousPrice[]) =>
  prices.reduce((latest, { until }) => Math.max(latest, until), Number.NEGATIVE_INFINITY)

const isDrop = (lowest: number, current: number) =>
  lowest - current >= toCents(priceDrop.dollars) &&
  100 * current <= (100 - priceDrop.percent) * lowest

interface PreviousPriceRow {
  listing_id: number
  price_cents: number
  since: number
  until: number
  is_comparable: number
}

const toPreviousPrice = (row: PreviousPriceRow): PreviousPrice => ({
  cents: row.price_cents,
  since: row.since,
  until: row.until,
  isComparable: row.is_comparable === 1,
})

/** Returns previous prices by listing, in no particular order. Listings whose price never changed are left out. */
export async function findPreviousPrices(
  db: Db,
  listingIds: readonly number[],
): Promise<Map<number, PreviousPrice[]>> {
  if (listingIds.length === 0) return new Map()
  const rows = await db.all<PreviousPriceRow>(sql`
    SELECT listing_id, price_cents, since, until, is_comparable FROM listing_prices
    WHERE ${isOneOf(db, sql`listing_id`, listingIds)}`)
  const byListing = Map.groupBy(rows, ({ listing_id }) => listing_id)
  return new Map([...byListing].map(([id, prices]) => [id, prices.map(toPreviousPrice)]))
}

/** Inserts a previous price. If two prices end in the same millisecond, the second was never in force and is dropped. */
export async function insertPreviousPrice(
  tx: Db,
  listingId: number,
  { cents, since, until, isComparable = true }: PreviousPrice,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO listing_prices (listing_id, price_cents, since, until, is_comparable)
    VALUES (${listingId}, ${cents}, ${since}, ${until}, ${Number(isComparable)})
    ON CONFLICT (listing_id, until) DO NOTHING`)
}

/** Saves the price before the last drop. `was` is undefined if the current price is no drop. */
export async function updatePriceDrop(
  tx: Db,
  listingId: number,
  previous: CurrentPrice | undefined,
): Promise<void> {
  await tx.run(sql`
    UPDATE listings SET was_price_cents = ${previous?.cents ?? null}, was_price_since = ${previous?.since ?? null}
    WHERE id = ${listingId}`)
}

/**
 * How many days rows are kept: one more than a drop looks back. A listing's last row stays, because it says when the
 * current price began.
 */
const keptDays = priceDrop.days + 1

/** How many rows a query reads. SQLite blocks all requests during a query. */
const sliceSize = 100

/**
 * Reads the old rows in slices. Most of them are the last of their listing and stay, so one statement for all would read
 * them all at once.
 */
export async function deletePreviousPrices(db: Db, now: number): Promise<void> {
  const before = now - keptDays * dayMs
  let last = { listingId: 0, until: Number.MIN_SAFE_INTEGER }
  for (;;) {
    const slice = await db.all<typeof last & { isLast: number }>(sql`
      SELECT listing_id AS "listingId", until, CASE WHEN EXISTS (
        SELECT 1 FROM listing_prices AS later
        WHERE later.listing_id = listing_prices.listing_id AND later.until > listing_prices.until
      ) THEN 0 ELSE 1 END AS "isLast"
      FROM listing_prices WHERE until >= ${last.until} AND until < ${before}
        AND (until > ${last.until} OR listing_id > ${last.listingId})
      ORDER BY until, listing_id LIMIT ${sliceSize}`)
    for (const { listingId, until, isLast } of slice) {
      if (isLast) continue
      await db.run(sql`
        DELETE FROM listing_prices WHERE listing_id = ${listingId} AND until = ${until}`)
    }
    const end = slice.at(-1)
    if (!end || slice.length < sliceSize) return
    last = end
    await yieldToEventLoop()
  }
}
