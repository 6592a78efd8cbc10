import { type Filter, isPeriodFilter } from '#categories/filter-kinds.ts'
import { withDerived } from '#categories/listing-values.ts'
import { type FilterCondition, toFilterCondition } from '#contract/filter-conditions.ts'
import { categoryOf, fieldValues, type Listing, type ListingContent } from '#contract/listing.ts'
import { maxSimilar } from '#contract/listings.ts'
import type { Db } from '../../database/database.ts'
import type { ListingRow } from '../listing-queries.ts'
import { readContent, type SellerNames } from '../present-listing.ts'
import { browseListings } from './browse-queries.ts'
import { type ListingMatch, toListOrder } from './list-criteria.ts'
import { readListed, searchPage } from './list-listings.ts'
import { toSearchTerms } from './search-text.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns listed listings that share the value of a filter in `similarBy`, nearest in price first. If the listing has
 * no value, all listings count as similar.
 */
export async function findSimilar(
  db: Db,
  row: ListingRow,
  now: number,
  names: SellerNames = 'short',
): Promise<Listing[]> {
  const ids = new Set<number>()
  const conditions = similarConditions(readContent(row))
  for (const condition of conditions.length > 0 ? conditions : [undefined]) {
    if (ids.size >= maxSimilar) break
    for (const { id } of await findNearest(db, row, condition)) ids.add(id)
  }
  return readListed(db, [...ids].slice(0, maxSimilar), now, names)
}

function similarConditions(listing: ListingContent): FilterCondition[] {
  const category = categoryOf(listing)
  const { similarBy, filters } = category
  const values = withDerived(category, fieldValues(listing))
  return similarBy.flatMap((name) => {
    const filter = (filters as Readonly<Record<string, Filter>>)[name]
    return (filter && conditionOfValue(filter, values)) ?? []
  })
}

/** Returns the filter's condition for listings like this one, or undefined if the field is blank. */
function conditionOfValue(filter: Filter, values: Values): FilterCondition | undefined {
  if (isPeriodFilter(filter)) return undefined
  const value = values[filter.field]
  if (value === null || value === undefined || value === '' || isEmptyList(value)) return undefined
  if (!('options' in filter)) return toFilterCondition(filter, [value].flat().map(String))
  const option = filter.options.find(({ matches }) => matches.some((match) => match === value))
  return option && toFilterCondition(filter, option.value)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Merges the pages above and below the listing's price. */
async function findNearest(
  db: Db,
  row: ListingRow,
  condition: FilterCondition | undefined,
): Promise<ListingMatch[]> {
  const { id, price_cents: priceCents } = row
  const category = categoryOf(row)
  const page = async (order: 'price' | '-price') => {
    const criteria = {
      category: category.id,
      terms: condition ? toSearchTerms(category, undefined, [condition]) : [],
      order: toListOrder(order, category),
      after: { key: priceCents, id },
      limit: maxSimilar,
    }
    return condition ? searchPage(db, criteria) : (await browseListings(db, criteria)).matches
  }
  const matches = (await Promise.all([page('price'), page('-price')])).flat()
  const distance = ({ key }: ListingMatch) => Math.abs(Number(key) - priceCents)
  return matches.toSorted((a, b) => distance(a) - distance(b)).slice(0, maxSimilar)
}
