import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { useBackState } from '../../navigation/back-state.ts'
import { Link } from '../../navigation/link.tsx'
import { CardTitle, type CardTitleLevel } from '../../ui/content/card.tsx'
import { displayTitle } from '../listing-display.ts'

/** The title of a card. Its link tells the listing's page where to lead back to. */
export function TitleLink({
  category,
  listing,
  titleAs,
}: {
  category: AnyCategory
  listing: Listing
  titleAs?: CardTitleLevel | undefined
}) {
  return (
    <CardTitle
      as={Link}
      to={pagePaths.listing(category.id, listing.id)}
      state={useBackState()}
      titleAs={titleAs}
    >
      {displayTitle(category, listing)}
    </CardTitle>
  )
}
