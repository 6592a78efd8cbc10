import type { PriceGroup } from '#categories/price-group.ts'
import type { Db } from '../../database/database.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { isCounted } from './is-counted.ts'
import { findPriceGroups, type PriceGroupRow } from './price-group-queries.ts'
import { priceGroupsOf } from './price-groups-of.ts'
import { minOthers } from './price-rules.ts'
import type { PriceFacts } from './price-signal.ts'

/** By id; without listings that are not compared, or have too few others. One statement. */
export async function readPriceFacts(
  db: Db,
  rows: readonly ListingRow[],
  now: number,
): Promise<Map<number, PriceFacts>> {
  const compared = rows.map((row) => ({ row, groups: priceGroupsOf(row) }))
  const ids = new Set(compared.flatMap(({ groups }) => groups.map(({ id }) => id)))
  if (ids.size === 0) return new Map()
  const found = await findPriceGroups(db, [...ids])
  const countById = new Map(found.map((group) => [group.id, group]))
  return new Map(
    compared.flatMap(({ row, groups }) => {
      const facts = groups.map((group) => toFacts(row, group, countById.get(group.id), now))
      const first = facts.find((each) => each && each.others >= minOthers)
      return first ? [[row.id, first]] : []
    }),
  )
}

function toFacts(
  row: ListingRow,
  { id: groupId, label }: PriceGroup,
  count: PriceGroupRow | undefined,
  now: number,
): PriceFacts | undefined {
  if (!count) return undefined
  const { listings, median_cents, median_of_others_cents, counted_at: countedAt } = count
  const { price_cents: priceCents } = row
  const isOne = wasCounted(row, countedAt)
  // One that asks the median or more is not low, whatever the median of the others.
  const isCheaper = priceCents < median_cents
  return {
    priceCents,
    others: isOne ? listings - 1 : listings,
    medianCents: isOne && isCheaper ? median_of_others_cents : median_cents,
    groupId,
    label,
    countedAt,
    now,
  }
}

/** Taken down only since, it still was. An edit since is not known of: for an hour at most, one other is too few. */
function wasCounted(row: ListingRow, countedAt: number): boolean {
  const status = row.status_changed_at > countedAt ? 'available' : row.status
  return isCounted({ ...row, status }, countedAt)
}
