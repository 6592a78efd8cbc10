import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Card } from '../../ui/card.tsx'
import { NoPhoto } from '../../ui/no-photo.tsx'
import { Photo } from '../../ui/photo.tsx'
import { photoSource, photosOfListing } from '../listing-photos.ts'
import { drawnByHand } from './drawn-by-hand.ts'

/** As wide as the columns of the grid it stands in. */
const sizes = '(min-width: 1240px) 282px, (min-width: 900px) 33vw, (min-width: 614px) 50vw, 100vw'

export function ListingCard({
  category,
  listing,
  position,
}: {
  category: AnyCategory
  listing: Listing
  /** In the list, from 0. */
  position: number
}) {
  const { CardBody } = drawnByHand(category.id)
  const [cover] = photosOfListing(listing)
  const photo = cover ? (
    <Photo {...photoSource(cover, '')} sizes={sizes} first={position === 0} />
  ) : (
    <NoPhoto label="No image" />
  )
  return (
    <Card as={Link} to={pagePaths.listing(category.id, listing.id)} photo={photo}>
      <CardBody listing={listing} />
    </Card>
  )
}
