import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatNumber, formatSellerName } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { FavouriteToggle } from '../../saved/favourites/favourite-toggle.tsx'
import { useSession } from '../../session/session.tsx'
import { Card } from '../../ui/content/card.tsx'
import { CardRow, CardRowItem } from '../../ui/content/card-row.tsx'
import {
  CardFacts,
  CardHead,
  CardLine,
  CardPhoto,
  mayHavePhotos,
  TitleLink,
  WantedBadge,
} from '../cards/card-parts.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import { Price } from '../cards/price.tsx'
import { viewOf } from '../categories/index.ts'
import { displayTitle } from '../listing-display.ts'
import { similarQuery } from '../listing-queries.ts'
import { type Profile, profileQuery } from '../profile/profile-query.ts'
import {
  BrowseLink,
  MoreListingsPlaceholder,
  similarListingsId,
} from './more-listings-placeholder.tsx'

const maxOfSeller = 8

/** The seller's other listings, then similar ones. Both rows appear at once: a row that came later would move the other. */
export function MoreListingsRows({ listing }: { listing: Listing }) {
  const api = useApi()
  const profile = useQuery(profileQuery(api, String(listing.seller.id)))
  const similar = useQuery(similarQuery(api, listing))
  const isPending = profile.isPending || similar.isPending
  useJumpToSimilar(isPending)
  if (isPending) return <MoreListingsPlaceholder category={categoryOf(listing)} />

  const others = profile.data?.listings.filter(({ id }) => id !== listing.id) ?? []
  const ofSeller = others.slice(0, maxOfSeller)
  const shownIds = new Set(ofSeller.map(({ id }) => id))
  const notShown = similar.data?.filter(({ id }) => !shownIds.has(id)) ?? []
  return (
    <>
      {profile.data && ofSeller.length > 0 && (
        <SmallCardRow
          id="more-of-seller"
          heading={<HeadingOfSeller listing={listing} />}
          link={others.length > maxOfSeller && <LinkToAll profile={profile.data} />}
          listings={ofSeller}
        />
      )}
      {notShown.length > 0 ? (
        <SimilarListings listings={notShown} />
      ) : (
        <BrowseLink category={categoryOf(listing)} />
      )}
    </>
  )
}

export function SimilarListings({ listings }: { listings: readonly Listing[] }) {
  return <SmallCardRow id={similarListingsId} heading="Similar listings" listings={listings} />
}

/** Scrolls a reader who came for the similar listings to them, after the seller's row has loaded above them. */
function useJumpToSimilar(isPending: boolean) {
  const wasPending = useRef(isPending)
  useEffect(() => {
    if (isPending || !wasPending.current || location.hash !== `#${similarListingsId}`) return
    document.getElementById(similarListingsId)?.scrollIntoView()
  }, [isPending])
}

function HeadingOfSeller({ listing: { seller } }: { listing: Listing }) {
  const { user } = useSession()
  if (user?.id === seller.id) return 'Your other listings'
  return (
    <>
      More from <bdi>{formatSellerName(seller)}</bdi>
    </>
  )
}

function LinkToAll({ profile: { id, listings } }: { profile: Profile }) {
  return (
    <Link to={pagePaths.student(id)} className="link py-1.5 font-semibold">
      See all {formatNumber(listings.length)}
    </Link>
  )
}

/** A row of other listings below the one that is read. The link is beside the heading. */
function SmallCardRow({
  id,
  heading,
  link,
  listings,
}: {
  id: string
  heading: ReactNode
  link?: ReactNode
  listings: readonly Listing[]
}) {
  return (
    <section aria-labelledby={id} className="mt-12 lg:mt-18 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="title-3 scroll-mt-6">
          {heading}
        </h2>
        {link}
      </div>
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
  '(min-width: 1240px) 282px, (min-width: 1024px) 25vw, (min-width: 768px) 28vw, (min-width: 480px) 42vw, 80vw'

/** A card that is smaller than in a list. It shows what helps to compare the listing with the one above. */
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
      <FavouriteToggle listing={listing} title={displayTitle(listing)} />
    </Card>
  )
}
