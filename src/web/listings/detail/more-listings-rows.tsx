import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatNumber, formatSellerName } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { SmallCardRow } from '../cards/small-card-row.tsx'
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
