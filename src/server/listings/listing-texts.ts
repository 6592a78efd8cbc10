import type { AnyCategory, CategoryId } from '#categories/index.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listings.ts'
import { createSizedMap } from '../answers/sized-map.ts'
import type { Db } from '../database/database.ts'
import { databaseFinder, type Finder, findPage } from './list-listings.ts'
import { rowsOf } from './listing-queries.ts'
import { presentListing } from './present-listing.ts'
import { createTermLists } from './term-lists.ts'

interface ListingText {
  category: CategoryId
  count: number
  text: string
  bytes: number
}

interface Parts {
  bytes: number
  /** A listing as visitors see it. */
  shown: (listing: Listing) => Listing
}

/** What keeping a text takes beside its letters. */
const frameBytes = 150

/**
 * Listings and lists of them in JSON, as they leave. A listing is written out once for all that show it, and
 * is good while its category's counter stands where it stood before the listing was read.
 */
export function createListingTexts({ bytes, shown }: Parts) {
  const texts = createSizedMap<number, ListingText>()
  const terms = createTermLists({ bytes: bytes / 2 })
  const highestPrices = new Map<CategoryId, { count: number; cents: number }>()

  function known(id: number, category: CategoryId, count: number): string | undefined {
    const kept = texts.get(id)
    return kept?.count === count && kept.category === category ? kept.text : undefined
  }

  async function write(db: Db, category: AnyCategory, ids: number[], count: number) {
    const written = new Map<number, string>()
    for (const row of await rowsOf(db, category.id, ids)) {
      const text = JSON.stringify(shown(presentListing(category, row)))
      written.set(row.id, text)
      const size = 2 * text.length + frameBytes
      texts.add(row.id, { category: category.id, count, text, bytes: size })
    }
    texts.shrinkTo(bytes)
    return written
  }

  /** In this order; what is gone meanwhile is left out. */
  async function listings(db: Db, category: AnyCategory, ids: number[], count: number) {
    const found = ids.map((id) => known(id, category.id, count))
    const missing = ids.filter((_, place) => found[place] === undefined)
    if (missing.length === 0) return found
    const written = await write(db, category, missing, count)
    return ids.map((id, place) => found[place] ?? written.get(id)).filter((text) => text)
  }

  /** Knows what was found before, while the counter stands there. */
  function finderAt(count: number): Finder {
    return {
      async search(db, request) {
        return (await terms.search(db, request, count)) ?? databaseFinder.search(db, request)
      },
      async highestPriceCents(db, category) {
        const kept = highestPrices.get(category)
        if (kept?.count === count) return kept.cents
        const cents = await databaseFinder.highestPriceCents(db, category)
        highestPrices.set(category, { count, cents })
        return cents
      },
    }
  }

  async function page(db: Db, category: AnyCategory, query: ListQuery, count: number) {
    const { ids, ...rest } = await findPage(db, category, query, finderAt(count))
    const results = await listings(db, category, ids, count)
    return `{"results":[${results.join(',')}],${JSON.stringify(rest).slice(1)}`
  }

  return { listings, page, bytes: () => texts.bytes() + terms.bytes() }
}
