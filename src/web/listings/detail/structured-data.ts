import type { AnyCategory } from '#categories/index.ts'
import { formatSellerName } from '#contract/format.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { isUploadedPhoto, photoSrc } from '#contract/photos.ts'
import type { Head } from '#contract/rendering.ts'
import { isFree, listingPrice } from '#contract/wire-functions.ts'
import { categoryComponents } from '../category-components.ts'
import { displayDescription, displayTitle } from '../listing-display.ts'

type StructuredData = NonNullable<Head['jsonLd']>

/** JSON-LD for search engines, without the seller's address. */
export function structuredData(category: AnyCategory, listing: Listing): StructuredData {
  const price = Math.round(listingPrice(category, listing))
  return {
    '@context': 'https://schema.org',
    ...categoryComponents(category.id).structuredData(listing),
    name: displayTitle(category, listing),
    description: displayDescription(listing),
    image: listing.photo_info.filter(isUploadedPhoto).map(({ url }) => photoSrc(url)),
    offers: {
      '@type': 'Offer',
      ...((price > 0 || isFree(category, listing)) && { price, priceCurrency: 'CAD' }),
      availability: `https://schema.org/${availability[listing.status]}`,
      seller: { '@type': 'Person', name: formatSellerName(listing.seller) },
    },
  }
}

const availability: Record<ListingStatus, 'InStock' | 'LimitedAvailability' | 'SoldOut'> = {
  available: 'InStock',
  pending: 'LimitedAvailability',
  sold: 'SoldOut',
  expired: 'SoldOut',
  hidden: 'SoldOut',
  removed: 'SoldOut',
}
