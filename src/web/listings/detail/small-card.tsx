import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { useToday } from '../../queries/use-today.ts'
import { Heart } from '../../saved/favourites/heart.tsx'
import { Card } from '../../ui/content/card.tsx'
import { CardFacts, CardHead, CardLine } from '../cards/card-parts.tsx'
import { CardPhoto } from '../cards/card-photo.tsx'
import { Price } from '../cards/price.tsx'
import { TitleLink } from '../cards/title-link.tsx'
import { WantedBadge } from '../cards/wanted-badge.tsx'
import { categoryComponents } from '../category-components.ts'
import { displayTitle } from '../listing-display.ts'

const sizes =
  '(min-width: 1240px) 282px, (min-width: 1024px) 25vw, (min-width: 768px) 28vw, (min-width: 480px) 42vw, 80vw'

/** Smaller than the card in a list: what helps to compare with the listing above. */
export function SmallCard({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { subtitle, highlights, cardLines = highlights } = categoryComponents(category.id)
  const today = useToday()
  return (
    <Card photo={<CardPhoto category={category} listing={listing} sizes={sizes} />}>
      <CardHead>
        <Price category={category} listing={listing} />
        <WantedBadge category={category} listing={listing} />
      </CardHead>
      <TitleLink category={category} listing={listing} titleAs="h3" />
      <CardLine>{subtitle(listing, today)}</CardLine>
      {cardLines?.(listing, today).map((line) => (
        <CardFacts key={line} facts={[line]} />
      ))}
      <Heart category={category} listing={listing} title={displayTitle(category, listing)} />
    </Card>
  )
}
