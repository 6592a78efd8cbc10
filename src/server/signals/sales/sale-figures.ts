import sql, { join } from 'sql-template-tag'
import { isWanted } from '#categories/listing-values.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import { saleGroups } from '#categories/sale-groups.ts'
import { parseDetails, readDetails } from '#categories/stored-listing.ts'
import { categoryOf } from '#contract/listing.ts'
import type { SaleFigure } from '#contract/sales.ts'
import type { Db } from '../../database/database.ts'
import { isOneOfNames } from '../../database/sql-fragments.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { longerDays, type SaleRange } from './sale-ranges.ts'

/** Returns the groups in which the sale of a listing counts, the most alike first. A wanted thing has none. */
export function saleGroupsOf(row: Pick<ListingRow, 'category' | 'details'>): readonly PriceGroup[] {
  const category = categoryOf(row)
  const details = readDetails(category, parseDetails(row.details))
  return isWanted(category, details) ? [] : saleGroups[row.category](details)
}

export interface FigureRow {
  id: string
  sales: number
  low_cents: number
  median_cents: number
  high_cents: number
  within_days: number
  counted_at: number
}

const figureColumns = sql`
  id, sales, low_cents, median_cents, high_cents, within_days, counted_at`

/** Returns the figures of these groups, by the id of the group. */
export async function findFigures(
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, FigureRow>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db.all<FigureRow>(sql`
    SELECT ${figureColumns} FROM sale_figures
    WHERE ${isOneOfNames(db, sql`id`, groupIds)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the figures of the listings, in one statement. */
export function findFiguresOf(
  db: Db,
  rows: readonly Pick<ListingRow, 'category' | 'details'>[],
): Promise<Map<string, FigureRow>> {
  const ids = rows.flatMap((row) => saleGroupsOf(row).map(({ id }) => id))
  return findFigures(db, [...new Set(ids)])
}

/** Returns the figure of the first group that has one. */
export function presentFigure(
  groups: readonly PriceGroup[],
  figures: ReadonlyMap<string, FigureRow>,
): SaleFigure | null {
  for (const { id, label } of groups) {
    const row = figures.get(id)
    if (row) return { ...presentRow(row), like: label }
  }
  return null
}

export const presentRow = (row: FigureRow): Omit<SaleFigure, 'like'> => ({
  low: row.low_cents / 100,
  high: row.high_cents / 100,
  median: row.median_cents / 100,
  within_days: row.within_days < longerDays ? row.within_days : null,
  sales: row.sales,
})

/** Returns stored figures in the order of their groups. */
export const findFiguresAfter = (
  db: Db,
  { id, limit }: { id: string; limit: number },
): Promise<FigureRow[]> =>
  db.all<FigureRow>(sql`
    SELECT ${figureColumns} FROM sale_figures WHERE id > ${id} ORDER BY id LIMIT ${limit}`)

/** Writes the figures. If a process that began to count later has written first, its count stays. */
export async function upsertFigures(
  tx: Db,
  figures: readonly (readonly [id: string, range: SaleRange])[],
  countedAt: number,
): Promise<void> {
  const rows = figures.map(
    ([id, range]) => sql`(${id}, ${range.sales}, ${range.lowCents}, ${range.medianCents},
      ${range.highCents}, ${range.withinDays}, ${countedAt})`,
  )
  await tx.run(sql`
    INSERT INTO sale_figures (${figureColumns}) VALUES ${join(rows)}
    ON CONFLICT (id) DO UPDATE SET sales = excluded.sales, low_cents = excluded.low_cents,
      median_cents = excluded.median_cents, high_cents = excluded.high_cents,
      within_days = excluded.within_days, counted_at = excluded.counted_at
    WHERE sale_figures.counted_at <= excluded.counted_at`)
}

export async function deleteFigures(tx: Db, ids: readonly string[], countedAt: number) {
  await tx.run(sql`
    DELETE FROM sale_figures
    WHERE ${isOneOfNames(tx, sql`id`, ids)} AND counted_at <= ${countedAt}`)
}
