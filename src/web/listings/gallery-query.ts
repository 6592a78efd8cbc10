import { queryOptions } from '@tanstack/react-query'
import { type AnyCategory, publicCategories } from '#categories/index.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import {
  formatListingPrice,
  listingPriceUnit,
  statusLabel,
  wantedLabel,
} from '#contract/listing-fields.ts'
import type { ListPage } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { isUploadedPhoto } from '#contract/photos.ts'
import { dash } from '#format/format.ts'
import type { Api } from '../queries/api.ts'
import type { PhotoSource } from '../ui/content/photo.tsx'
import { displayTitle } from './listing-display.ts'
import { toPhotoSource } from './listing-photos.ts'
import { listingKeys, readListing } from './listing-queries.ts'

export interface GalleryTile {
  photo: PhotoSource
  href: string
  badge: string
  /** The price, unless the listing has none to show. */
  price?: { text: string; unit?: string }
  /** The label of a listing that is pending or wanted. */
  status?: string
}

const maxPerCategory = 8

/** Photos of recent listings in random order. The query shuffles them, because hydration must not shuffle them again. */
export const galleryQuery = (api: Api) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'gallery'],
    queryFn: async () => {
      const perCategory = await Promise.all(
        publicCategories.map((category) => fetchTiles(api, category)),
      )
      const loaded = perCategory.filter((tiles) => tiles !== undefined)
      if (loaded.length === 0) throw new Error('No category could be loaded')
      return shuffle(loaded.flat())
    },
    staleTime: 300_000,
  })

/** Fetches the tiles of a category. A failed request only leaves out this category. */
async function fetchTiles(api: Api, category: AnyCategory): Promise<GalleryTile[] | undefined> {
  try {
    const page = await api.get<ListPage>(apiPaths.list(category.id, 'limit=24&order=new'))
    const tiles = page.results.flatMap((wire) => toTile(readListing(category.id, wire)) ?? [])
    return shuffle(tiles).slice(0, maxPerCategory)
  } catch {
    return undefined
  }
}

function toTile(listing: Listing): GalleryTile | undefined {
  const cover = listing.photos.find(isUploadedPhoto)
  if (!cover) return undefined
  const price = formatListingPrice(listing)
  const unit = listingPriceUnit(listing, { onCard: true })
  const isPending = listing.status === 'pending'
  const status = isPending ? statusLabel(listing) : wantedLabel(listing)
  return {
    photo: toPhotoSource(cover, displayTitle(listing)),
    href: pagePaths.listing(listing.category, listing.id),
    badge: categoryOf(listing).labels.badge,
    ...(price !== dash && { price: { text: price, ...(unit && { unit }) } }),
    ...(status && { status }),
  }
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1))
}
