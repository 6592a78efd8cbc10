import type { PriceGroup } from '#categories/price-group.ts'
import { categoryOf } from '#contract/listing.ts'
import { minComparedPrices } from '#contract/signal-rules.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatAmount, formatMoment, formatNumber, formatPrice } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import type { FoundSignal } from '../../words/word-signals.ts'
import type { FigureRow } from '../sales/sale-figures.ts'
import {
  findPriceGroups,
  isCounted,
  lowPercent,
  lowPercentOfBroad,
  type PriceGroupRow,
  priceGroupsOf,
} from './price-groups.ts'

/** A listing's price, and the median of at least `minComparedPrices` others. */
export interface PriceFacts {
  priceCents: number
  others: number
  medianCents: number
  groupId: string
  /** The name of the group: "similar rooms for Spring 2027". */
  label: string
  isBroad: boolean
  countedAt: number
  now: number
}

export function priceSignal(facts: PriceFacts): FoundSignal | undefined {
  const { priceCents, medianCents, others, groupId, label, isBroad, countedAt, now } = facts
  if (100 * priceCents >= (isBroad ? lowPercentOfBroad : lowPercent) * medianCents) return undefined
  const [asked, median] = [formatCents(priceCents), formatCents(medianCents)]
  const compared = `${formatNumber(others)} ${label}`
  return {
    kind: 'price',
    rule: 'price',
    id: `price ${groupId} ${priceCents}`,
    sentence: `Asks ${asked}; the middle of ${compared} is ${median}.`,
    advice: 'Ask why it costs so little, and see it before you pay.',
    facts: [
      { label: 'Asks', value: asked },
      { label: 'Middle', value: median },
      { label: 'Compared with', value: compared },
      { label: 'Share of the middle', value: `${Math.floor((100 * priceCents) / medianCents)}%` },
      {
        label: 'Counted',
        value: formatMoment(toIso(countedAt), campusIsoDate(now)),
      },
    ],
  }
}

/** Formats the price without cents. `formatPrice` would show a dash for an amount of a few cents. */
const formatCents = (cents: number) =>
  cents < 50 ? `less than ${formatAmount(1)}` : formatPrice(cents / 100)

/**
 * Reads the facts by listing id, in one statement. Listings that are not compared, or have too few others, are left
 * out. What was paid counts before what is asked.
 */
export async function readPriceFacts(
  db: Db,
  rows: readonly ListingRow[],
  now: number,
  figures: ReadonlyMap<string, FigureRow> = new Map(),
): Promise<Map<number, PriceFacts>> {
  const compared = rows.map((row) => ({ row, groups: priceGroupsOf(row) }))
  const ids = new Set(compared.flatMap(({ groups }) => groups.map(({ id }) => id)))
  if (ids.size === 0) return new Map()
  const found = await findPriceGroups(db, [...ids])
  const countById = new Map(found.map((group) => [group.id, group]))
  return new Map(
    compared.flatMap(({ row, groups }) => {
      const sold = groups.flatMap((group) => toSaleFacts(row, group, figures.get(group.id), now))
      const asked = groups.map((group) => toFacts(row, group, countById.get(group.id), now))
      const first = [...sold, ...asked].find((each) => each && each.others >= minComparedPrices)
      return first ? [[row.id, first]] : []
    }),
  )
}

/** Compares the price with what similar things went for. */
function toSaleFacts(
  row: ListingRow,
  { id, label }: PriceGroup,
  figure: FigureRow | undefined,
  now: number,
): PriceFacts[] {
  if (!figure) return []
  const sold = categoryOf(row).soldLabels.default.toLowerCase()
  return [
    {
      priceCents: row.price_cents,
      others: figure.sales,
      medianCents: figure.median_cents,
      groupId: `${sold} ${id}`,
      label: `${label} that were ${sold}`,
      isBroad: false,
      countedAt: figure.counted_at,
      now,
    },
  ]
}

function toFacts(
  row: ListingRow,
  { id: groupId, label, isBroad }: PriceGroup,
  count: PriceGroupRow | undefined,
  now: number,
): PriceFacts | undefined {
  if (!count) return undefined
  const { listings, median_cents, median_of_others_cents, counted_at: countedAt } = count
  const { price_cents: priceCents } = row
  const isOne = wasCounted(row, countedAt)
  // A listing at the median or above is not low, whatever the median of the others is.
  const isCheaper = priceCents < median_cents
  return {
    priceCents,
    others: isOne ? listings - 1 : listings,
    medianCents: isOne && isCheaper ? median_of_others_cents : median_cents,
    groupId,
    label,
    isBroad: isBroad === true,
    countedAt,
    now,
  }
}

/**
 * Returns true if the count includes this listing. A listing that was taken down since the count is still part of it.
 * Edits since then are not known, so the number of others may be one too low for an hour.
 */
function wasCounted(row: ListingRow, countedAt: number): boolean {
  const status = row.status_changed_at > countedAt ? 'available' : row.status
  return isCounted({ ...row, status }, countedAt)
}
