import { queryOptions } from '@tanstack/react-query'
import type { Listing } from '#contract/listing.ts'
import type { MovingSale } from '#contract/moving-out.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, hasStatus } from '../../queries/api.ts'
import { trimForCard } from '../cards/trim-for-cards.ts'
import { type GoneListing, isGone, listingKeys, readListing } from '../listing-queries.ts'

/** What the page shows. */
export interface ShownMovingSale extends Omit<MovingSale, 'items'> {
  items: Listing[]
}

const readSale = (sale: MovingSale | GoneListing | null): ShownMovingSale | GoneListing | null =>
  sale === null || isGone(sale)
    ? sale
    : { ...sale, items: sale.items.map((item) => readListing('misc', item)) }

/** The items on a moving-out page, null for a 404, or a sentence for a 410. */
export const movingSaleQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'moving-out', id],
    queryFn: async ({ signal }): Promise<MovingSale | GoneListing | null> => {
      try {
        const sale = await api.get<MovingSale>(apiPaths.movingSale(id), signal)
        return { ...sale, items: sale.items.map(trimForCard) as MovingSale['items'] }
      } catch (error) {
        if (hasStatus(error, 404)) return null
        if (hasStatus(error, 410)) return { gone: error.message }
        throw error
      }
    },
    select: readSale,
  })
