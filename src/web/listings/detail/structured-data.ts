import type { AnyCategory } from '#categories/index.ts'
import { sellerName } from '#contract/display.ts'
import type { Listing } from '#contract/listings.ts'
import { readSeller } from '#contract/loose-answers.ts'
import { photoSrc } from '#contract/photos.ts'
import { drawnByHand } from '../cards/drawn-by-hand.ts'
import { photosOfListing } from '../listing-photos.ts'
import { shownDescription, shownPrice, shownTitle } from '../listing-words.ts'

/** What the page says, for search engines; never how to reach the seller. */
export function structuredData(category: AnyCategory, listing: Listing): object {
  const price = Math.round(shownPrice(category, listing))
  return {
    '@context': 'https://schema.org',
    ...drawnByHand(category.id).structured(listing),
    name: shownTitle(category, listing),
    description: shownDescription(listing),
    image: photosOfListing(listing).map(({ url }) => photoSrc(url)),
    ...(price > 0 && {
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: 'CAD',
        availability: 'https://schema.org/InStock',
        seller: { '@type': 'Person', name: sellerName(readSeller(listing.seller)) },
      },
    }),
  }
}
