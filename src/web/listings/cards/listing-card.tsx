import { memo } from 'react'
import type { Listing } from '#contract/listing.ts'
import { FavouriteToggle } from '../../saved/favourites/favourite-toggle.tsx'
import { Card, type CardTitleLevel } from '../../ui/content/card.tsx'
import { viewOf } from '../categories/index.ts'
import { displayTitle } from '../listing-display.ts'
import { CardPhoto, mayHavePhotos, TitleLink } from './card-parts.tsx'

/** The widths of a column of .card-grid. */
const sizes = '(min-width: 1240px) 282px, (min-width: 900px) 33vw, (min-width: 614px) 50vw, 100vw'

/** A card renders again only if its listing changes: a search or a filter changes the page around it several times. */
export const ListingCard = memo(function ListingCard({
  listing,
  index,
  titleAs,
  isFull = false,
}: {
  listing: Listing
  /** The position of the card in the list. */
  index: number
  /** The level of the title: an h3 if the list is below the heading of a section. */
  titleAs?: CardTitleLevel
  /** Whether the card has all facts, as in the list of a category. Others have three at most. */
  isFull?: boolean
}) {
  const { CardBody, icon: Icon } = viewOf(listing)
  // Beside cards with photos, a card that never has one is as high as they are.
  const cover = !isFull && (
    <div className="grid size-full place-items-center text-link">
      <Icon size={56} strokeWidth={1.5} />
    </div>
  )
  const photo = mayHavePhotos(listing) ? (
    <CardPhoto listing={listing} sizes={sizes} priority={index === 0} />
  ) : (
    cover
  )
  return (
    <Card photo={photo}>
      <CardBody
        listing={listing}
        title={<TitleLink listing={listing} titleAs={titleAs} />}
        isShort={!isFull}
      />
      <FavouriteToggle
        listing={listing}
        title={displayTitle(listing)}
        // On a white card, a white box has no shadow.
        className={photo ? '' : '[box-shadow:none]'}
      />
    </Card>
  )
})
