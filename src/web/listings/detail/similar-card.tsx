import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'
import { Card } from '../../ui/card.tsx'
import { useToday } from '../../use-today.ts'
import { CardPhoto } from '../cards/card-photo.tsx'
import { categoryComponents } from '../cards/category-components.ts'
import { PostedAge } from '../cards/posted-age.tsx'
import { Price } from '../cards/price.tsx'
import { displayTitle } from '../listing-display.ts'

const sizes = '(min-width: 1240px) 282px, (min-width: 1024px) 25vw, (min-width: 768px) 28vw, 240px'

/** Smaller than the card in a list: what helps to compare with the listing above. */
export function SimilarCard({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const subtitle = categoryComponents(category.id).subtitle(listing, useToday())
  return (
    <Card
      as={Link}
      to={pagePaths.listing(category.id, listing.id)}
      photo={<CardPhoto category={category} listing={listing} sizes={sizes} />}
    >
      <Price category={category} listing={listing} />
      <h3 dir="auto" className="line-clamp-2 font-semibold leading-snug">
        {displayTitle(category, listing)}
      </h3>
      {subtitle && (
        <p dir="auto" className="line-clamp-1 text-sm">
          {subtitle}
        </p>
      )}
      <PostedAge category={category} listing={listing} />
    </Card>
  )
}
