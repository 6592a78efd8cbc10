import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { formatNumber, formatSellerName } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Profile } from '#contract/profile.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { similarQuery } from '../listing-queries.ts'
import { profileQuery } from '../profile/profile-query.ts'
import {
  BrowseLink,
  MoreListingsPlaceholder,
  similarListingsId,
} from './more-listings-placeholder.tsx'
import { SmallCardRow } from './small-card-row.tsx'

const maxOfSeller = 8

/** The seller's other listings, then similar ones. Both at once: a row that came later would move the other. */
export function MoreListingsRows({
  category,
  listing,
}: {
  category: AnyCategory
  listing: Listing
}) {
  const api = useApi()
  const profile = useQuery(profileQuery(api, String(listing.seller.id)))
  const similar = useQuery(similarQuery(api, category, listing.id))
  const isPending = profile.isPending || similar.isPending
  useJumpToSimilar(isPending)
  if (isPending) return <MoreListingsPlaceholder category={category} />

  const others = profile.data?.listings.filter((each) => each.listing.id !== listing.id) ?? []
  const ofSeller = others.slice(0, maxOfSeller)
  const shownIds = new Set(ofSeller.map((each) => each.listing.id))
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
        <SimilarListings category={category} listings={notShown} />
      ) : (
        <BrowseLink category={category} />
      )}
    </>
  )
}

export function SimilarListings(props: { category: AnyCategory; listings: readonly Listing[] }) {
  return (
    <SmallCardRow
      id={similarListingsId}
      heading="Similar listings"
      listings={props.listings.map((listing) => ({ category: props.category.id, listing }))}
    />
  )
}

/** For a reader who was led to them before they were there: the seller's row has come above. */
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
