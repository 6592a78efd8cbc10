import { queryOptions } from '@tanstack/react-query'
import type { Listing } from '#contract/listing.ts'
import type { MovingSale as WireSale } from '#contract/moving-out.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, hasStatus } from '../../queries/api.ts'
import { trimForCard } from '../cards/trim-for-cards.ts'
import { type GoneListing, isGone, listingKeys, readListing } from '../listing-queries.ts'

export interface MovingSale extends Omit<WireSale, 'items'> {
  items: Listing[]
}

const readSale = (sale: WireSale | GoneListing | null): MovingSale | GoneListing | null =>
  sale === null || isGone(sale)
    ? sale
    : { ...sale, items: sale.items.map((item) => readListing('misc', item)) }

/** The things of somebody who moves out, null for a 404, or a sentence for a 410. */
export const movingSaleQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'moving-out', id],
    queryFn: async ({ signal }): Promise<WireSale | GoneListing | null> => {
      try {
        const sale = await api.get<WireSale>(apiPaths.movingSale(id), signal)
        return { ...sale, items: sale.items.map(trimForCard) as WireSale['items'] }
      } catch (error) {
        if (hasStatus(error, 404)) return null
        if (hasStatus(error, 410)) return { gone: error.message }
        throw error
      }
    },
    select: readSale,
  })
