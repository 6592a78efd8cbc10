import { type AnyCategory, categories } from '#categories/index.ts'
import { altTextOf, idOf, readListAnswer } from '#contract/loose-answers.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Api } from '../api.ts'
import type { QueryOptions } from '../queries/query-client.ts'
import type { PhotoSource } from '../ui/photo.tsx'
import { photoSource, photosOfListing } from './listing-photos.ts'
import { listingKeys } from './queries.ts'

export interface GalleryTile {
  photo: PhotoSource
  href: string
  badge: string
}

const mostPerCategory = 8

/** Photos of recent listings, in an order picked once: it travels with the page from the server. */
export function galleryQuery(api: Api): QueryOptions<GalleryTile[]> {
  return {
    queryKey: [...listingKeys.lists, 'gallery'],
    queryFn: async () => {
      const perCategory = await Promise.all(categories.map((category) => tilesOf(api, category)))
      return shuffled(perCategory.flat())
    },
    staleTime: 300_000,
  }
}

/** A category that cannot be had contributes nothing. */
async function tilesOf(api: Api, category: AnyCategory): Promise<GalleryTile[]> {
  try {
    const answer = await api.get(apiPaths.list(category.id, 'limit=24&order=new'))
    const tiles = readListAnswer(answer).flatMap((item) => tileOf(category, item) ?? [])
    return shuffled(tiles).slice(0, mostPerCategory)
  } catch {
    return []
  }
}

/** What has no photo, or no address of its own, has no tile. */
function tileOf(category: AnyCategory, item: object): GalleryTile | undefined {
  const [cover] = photosOfListing(item)
  const id = idOf(item)
  if (!cover || id === undefined) return undefined
  const { badge, singular } = category.labels
  return {
    photo: photoSource(cover, altTextOf(item) ?? `A ${singular}`),
    href: pagePaths.listing(category.id, id),
    badge,
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const pile = [...items]
  return items.flatMap(() => pile.splice(Math.floor(Math.random() * pile.length), 1))
}
