import { isWanted } from '#categories/listing-values.ts'
import {
  categoryOf,
  type Listing,
  type ListingContent,
  type ListingFacts,
} from '#contract/listing.ts'
import { maxPriceChangesPerDay } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { tooMany } from '../../errors.ts'
import type { ListingColumns, ListingRow } from '../listing-queries.ts'
import { type FormerPrice, findPriceDrop, priceBegan } from './price-drop.ts'
import { findFormerPrices, insertFormerPrice, updateWasPrice } from './price-queries.ts'

interface Edit {
  row: ListingRow
  saved: Listing
  edited: ListingContent
  columns: ListingColumns
}

/** Keeps the price that an edit changes, and says whether it drops. */
export async function changePrice(
  tx: Db,
  { row, saved, edited, columns }: Edit,
  now: number,
): Promise<void> {
  const isComparable = hasSameMeaning(saved, edited)
  if (isComparable && row.price_cents === columns.price_cents) return
  const before = (await findFormerPrices(tx, [row.id])).get(row.id) ?? []
  requireFewChanges(before, now)
  const former = {
    cents: row.price_cents,
    since: priceBegan(row.posted_at, before),
    until: now,
    isComparable,
  }
  await insertFormerPrice(tx, row.id, former)
  const present = { cents: columns.price_cents, since: now }
  await updateWasPrice(tx, row.id, findPriceDrop([...before, former], present, now))
}

function requireFewChanges(formerPrices: readonly FormerPrice[], now: number) {
  const today = formerPrices.map(({ until }) => until).filter((until) => until > now - dayMs)
  if (today.length < maxPriceChangesPerDay) return
  const message = `You can change the price of a listing ${maxPriceChangesPerDay} times a day. Try again tomorrow.`
  throw tooMany(message, { until: Math.min(...today) + dayMs, now })
}

/** A price for a room is no lower one for a place, and what a student pays at most is none of a thing for sale. */
function hasSameMeaning(saved: ListingFacts, edited: ListingFacts) {
  const category = categoryOf(saved)
  const { priceUnit } = category
  const isUnit = ({ details }: ListingFacts) => priceUnit && Boolean(details[priceUnit.field])
  return (
    isWanted(category, saved.details) === isWanted(category, edited.details) &&
    isUnit(saved) === isUnit(edited)
  )
}
