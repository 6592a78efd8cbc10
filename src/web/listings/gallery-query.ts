import { queryOptions } from '@tanstack/react-query'
import { type AnyCategory, categories } from '#categories/index.ts'
import { dash } from '#contract/format.ts'
import type { Listing, ListPage } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { isUploadedPhoto } from '#contract/photos.ts'
import {
  formatListingPrice,
  listingPriceUnit,
  statusLabel,
  wantedLabel,
} from '#contract/wire-functions.ts'
import type { Api } from '../queries/api.ts'
import type { PhotoSource } from '../ui/content/photo.tsx'
import { displayTitle } from './listing-display.ts'
import { toPhotoSource } from './listing-photos.ts'
import { listingKeys } from './listing-queries.ts'

export interface GalleryTile {
  photo: PhotoSource
  href: string
  badge: string
  /** Left out where there is none to show. */
  price?: { text: string; unit?: string }
  /** For one that is pending, or that asks for a thing. */
  status?: string
}

const maxPerCategory = 8

/** Photos of recent listings in random order. Shuffled in the query: hydration must not shuffle again. */
export const galleryQuery = (api: Api) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'gallery'],
    queryFn: async () => {
      const perCategory = await Promise.all(categories.map((category) => fetchTiles(api, category)))
      const loaded = perCategory.filter((tiles) => tiles !== undefined)
      if (loaded.length === 0) throw new Error('No category could be loaded')
      return shuffle(loaded.flat())
    },
    staleTime: 300_000,
  })

/** A failed request only leaves out its category. */
async function fetchTiles(api: Api, category: AnyCategory): Promise<GalleryTile[] | undefined> {
  try {
    const page = await api.get<ListPage>(apiPaths.list(category.id, 'limit=24&order=new'))
    const tiles = page.results.flatMap((listing) => toTile(category, listing) ?? [])
    return shuffle(tiles).slice(0, maxPerCategory)
  } catch {
    return undefined
  }
}

function toTile(category: AnyCategory, listing: Listing): GalleryTile | undefined {
  const cover = listing.photo_info.find(isUploadedPhoto)
  if (!cover) return undefined
  const price = formatListingPrice(category, listing)
  const unit = listingPriceUnit(category, listing)
  const isPending = listing.status === 'pending'
  const status = isPending ? statusLabel(category, listing) : wantedLabel(category, listing)
  return {
    photo: toPhotoSource(cover, displayTitle(category, listing)),
    href: pagePaths.listing(category.id, listing.id),
    badge: category.labels.badge,
    ...(price !== dash && { price: { text: price, ...(unit && { unit }) } }),
    ...(status && { status }),
  }
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1))
}
