import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'
import { Card } from '../../ui/card.tsx'
import { CardPhoto } from './card-photo.tsx'
import { categoryComponents } from './category-components.ts'

/** The column widths of .card-grid. */
const sizes = '(min-width: 1240px) 282px, (min-width: 900px) 33vw, (min-width: 614px) 50vw, 100vw'

export function ListingCard({
  category,
  listing,
  index,
}: {
  category: AnyCategory
  listing: Listing
  /** Position in the list. */
  index: number
}) {
  const { CardBody } = categoryComponents(category.id)
  const photo = (
    <CardPhoto category={category} listing={listing} sizes={sizes} priority={index === 0} />
  )
  return (
    <Card as={Link} to={pagePaths.listing(category.id, listing.id)} photo={photo}>
      <CardBody listing={listing} />
    </Card>
  )
}
