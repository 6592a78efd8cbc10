import type { ReactNode } from 'react'
import type { Listing } from '#contract/listing.ts'
import { useToday } from '../../queries/use-today.ts'
import { FavouriteToggle } from '../../saved/favourites/favourite-toggle.tsx'
import { Card } from '../../ui/content/card.tsx'
import { CardRow, CardRowItem } from '../../ui/content/card-row.tsx'
import { viewOf } from '../categories/index.ts'
import { displayTitle } from '../listing-display.ts'
import {
  CardAge,
  CardFacts,
  CardHead,
  CardLine,
  CardPhoto,
  mayHavePhotos,
  TitleLink,
  WantedBadge,
} from './card-parts.tsx'
import { ListingCard } from './listing-card.tsx'
import { Price } from './price.tsx'

/** A section with a row of small cards. The link is beside the heading, and the note below it. */
export function SmallCardRow({
  id,
  heading,
  link,
  note,
  listings,
  className = 'mt-12 lg:mt-18 print:hidden',
}: {
  id: string
  heading: ReactNode
  link?: ReactNode
  note?: ReactNode
  listings: readonly Listing[]
  className?: string
}) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="title-3 scroll-mt-6">
          {heading}
        </h2>
        {link}
      </div>
      {note}
      <CardRow>
        {listings.map((listing) => (
          <CardRowItem key={listing.id}>
            {mayHavePhotos(listing) ? (
              <SmallCard listing={listing} />
            ) : (
              <ListingCard listing={listing} index={1} titleAs="h3" />
            )}
          </CardRowItem>
        ))}
      </CardRow>
    </section>
  )
}

const sizes =
  '(min-width: 1240px) 282px, (min-width: 1024px) 25vw, (min-width: 768px) 46vw, (min-width: 480px) 42vw, 80vw'

/** A card that is smaller than in a list. It shows what helps to compare the listing with others. */
function SmallCard({ listing }: { listing: Listing }) {
  const { subtitle, highlights, cardLines = highlights } = viewOf(listing)
  const today = useToday()
  return (
    <Card photo={<CardPhoto listing={listing} sizes={sizes} />}>
      <CardHead>
        <Price listing={listing} onCard />
        <WantedBadge listing={listing} />
      </CardHead>
      <TitleLink listing={listing} titleAs="h3" />
      <CardLine>{subtitle(listing, today)}</CardLine>
      {cardLines?.(listing, today).map((line) => (
        <CardFacts key={line} facts={[line]} />
      ))}
      <CardAge listing={listing} />
      <FavouriteToggle listing={listing} title={displayTitle(listing)} />
    </Card>
  )
}
