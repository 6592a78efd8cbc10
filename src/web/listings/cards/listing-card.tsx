import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { Heart } from '../../saved/favourites/heart.tsx'
import { Card, type CardTitleLevel } from '../../ui/content/card.tsx'
import { categoryComponents } from '../category-components.ts'
import { displayTitle } from '../listing-display.ts'
import { CardPhoto } from './card-photo.tsx'
import { TitleLink } from './title-link.tsx'

/** The column widths of .card-grid. */
const sizes = '(min-width: 1240px) 282px, (min-width: 900px) 33vw, (min-width: 614px) 50vw, 100vw'

export function ListingCard({
  category,
  listing,
  index,
  titleAs,
}: {
  category: AnyCategory
  listing: Listing
  /** Position in the list. */
  index: number
  /** An h3 below the heading of a section. */
  titleAs?: CardTitleLevel
}) {
  const { CardBody } = categoryComponents(category.id)
  const photo = (
    <CardPhoto category={category} listing={listing} sizes={sizes} priority={index === 0} />
  )
  return (
    <Card photo={photo}>
      <CardBody
        listing={listing}
        title={<TitleLink category={category} listing={listing} titleAs={titleAs} />}
      />
      <Heart category={category} listing={listing} title={displayTitle(category, listing)} />
    </Card>
  )
}
