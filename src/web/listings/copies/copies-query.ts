import { queryOptions } from '@tanstack/react-query'
import {
  type AnyCategory,
  type CategoryWithCopies,
  categoriesWithCopies,
  perCategory,
} from '#categories/index.ts'
import type { Copies as WireCopies } from '#contract/copies.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatNumber, formatPrice } from '#format/format.ts'
import { type Api, hasStatus } from '../../queries/api.ts'
import { trimForCards } from '../cards/trim-for-cards.ts'
import { listingKeys, readListings } from '../listing-queries.ts'
import { categoryFromUrl } from '../listing-urls.ts'

export interface Copies extends Omit<WireCopies, 'results'> {
  results: Listing[]
}

export const withCopies = ({ id }: AnyCategory): CategoryWithCopies | undefined =>
  categoriesWithCopies.find((category) => category.id === id)

export function categoryWithCopiesFromUrl(url: string): CategoryWithCopies {
  const category = withCopies(categoryFromUrl(url))
  if (!category) throw new Error(`No category has copies at the URL ${url}`)
  return category
}

/**
 * Returns the category and the value, such as an ISBN, that all copies of the listing share. Returns undefined if the
 * listing has no such value.
 */
export function copiesOf(listing: Pick<Listing, 'category' | 'details'>) {
  const category = withCopies(categoryOf(listing))
  if (!category) return undefined
  const details: Readonly<Record<string, unknown>> = listing.details
  const value = details[category.copies.field]
  return typeof value === 'string' ? { category, value } : undefined
}

/**
 * Asks for the number of copies and the known values, without the listings. The result is small enough for the state of
 * every listing's page.
 */
export const withoutResults = 'limit=0'

const readCopies = perCategory(
  ({ id }) =>
    (copies: WireCopies | null): Copies | null =>
      copies && { ...copies, results: readListings[id](copies.results) },
)

/** All listings of one thing, or null for a 404. */
export const copiesQuery = (api: Api, category: CategoryWithCopies, value: string, query = '') =>
  queryOptions({
    queryKey: listingKeys.list(category.id, 'copies', value, query),
    queryFn: async ({ signal }): Promise<WireCopies | null> => {
      try {
        const path = apiPaths.copies(category.id, value, query)
        return trimForCards(await api.get<WireCopies>(path, signal))
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    select: readCopies[category.id],
  })

/** Returns for example "3 copies from $25, typical price $40". */
export function offeredText({
  offered,
  lowest_price: lowest,
  median_price: median,
}: Pick<Copies, 'offered' | 'lowest_price' | 'median_price'>): string {
  const count = offered === 1 ? '1 copy' : `${formatNumber(offered)} copies`
  if (lowest === null || median === null) return count
  return offered === 1
    ? `${count} for ${formatPrice(lowest)}`
    : `${count} from ${formatPrice(lowest)}, typical price ${formatPrice(median)}`
}
