import { campus } from '#campus/campus.ts'
import type { Listing } from '#contract/listing.ts'
import { isFree } from '#contract/listing-fields.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { isUploadedPhoto, photoSrc } from '#contract/photos.ts'
import type { Head } from '#contract/rendering.ts'
import { formatSellerName } from '#format/format.ts'
import { viewOf } from '../categories/index.ts'
import { displayDescription, displayTitle } from '../listing-display.ts'

type StructuredData = NonNullable<Head['jsonLd']>

/** Returns JSON-LD for search engines, without the seller's address. */
export function structuredData(listing: Listing): StructuredData {
  const price = Math.round(listing.price)
  return {
    '@context': 'https://schema.org',
    ...viewOf(listing).structuredData(listing),
    name: displayTitle(listing),
    description: displayDescription(listing),
    image: listing.photos.filter(isUploadedPhoto).map(({ url }) => photoSrc(url)),
    offers: {
      '@type': 'Offer',
      ...((price > 0 || isFree(listing)) && { price, priceCurrency: campus.currency.code }),
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
