import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { isUploadedPhoto, photoSrc } from '#contract/photos.ts'
import { formatPriceWithUnit } from '#contract/wire-functions.ts'
import { contactParts } from '../contact/contact-parts.tsx'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { ListingGone } from '../listings/detail/listing-gone.tsx'
import { ListingSkeleton } from '../listings/detail/listing-skeleton.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { ListingView } from '../listings/detail/listing-view.tsx'
import { structuredData } from '../listings/detail/structured-data.ts'
import { displayDescription, displayTitle } from '../listings/listing-display.ts'
import {
  type GoneListing,
  isGone,
  listingKeys,
  listingQuery,
  loadErrorMessage,
} from '../listings/listing-queries.ts'
import { useHead } from '../navigation/head.ts'
import { hasStatus, useApi } from '../queries/api.ts'

export function Component() {
  const { pathname, search } = useLocation()
  const { id = '' } = useParams()
  const category = categoryFromUrl(pathname)
  const { messages } = category
  const hasId = id.trim() !== ''
  const { data, error } = useQuery({
    ...listingQuery(useApi(), category, id),
    enabled: hasId,
    // Not in the query: a form of the listing is not to be replaced while it is filled in.
    refetchOnWindowFocus: 'always',
  })
  useInvalidateLists(data)
  if (!hasId) return <ListingUnavailable category={category} message={messages.missingId} />
  if (hasStatus(error, 401)) return <Navigate to={pagePaths.login(pathname + search)} replace />
  // With data, the error is that of a refetch in the background.
  if (data === undefined && error) {
    return <ListingUnavailable category={category} message={loadErrorMessage(category, error)} />
  }
  if (data === undefined) return <Loading category={category} />
  if (data === null) return <ListingUnavailable category={category} message={messages.notFound} />
  if (isGone(data)) return <ListingGone category={category} id={id} message={data.gone} />
  return <Loaded key={pathname} category={category} listing={data} />
}

/** Lists fetched before may still show what is not listed any more: they are refetched when they are shown again. */
function useInvalidateLists(listing: Listing | GoneListing | null | undefined) {
  const queryClient = useQueryClient()
  const hasEnded = listing !== undefined && !isStillListed(listing)
  useEffect(() => {
    if (hasEnded) {
      queryClient.invalidateQueries({ queryKey: listingKeys.lists, refetchType: 'none' })
    }
  }, [hasEnded, queryClient])
}

const isStillListed = (listing: Listing | GoneListing | null) =>
  listing !== null && !isGone(listing) && isListed(listing.status)

function Loading({ category }: { category: AnyCategory }) {
  useHead({ title: `${category.labels.menu} · ${brand}`, description: 'Loading…' })
  return <ListingSkeleton />
}

function Loaded({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const cover = listing.photo_info.find(isUploadedPhoto)
  const title = displayTitle(category, listing)
  useHead({
    title: `${title} · ${brand}`,
    description: excerpt(
      `${formatPriceWithUnit(category, listing)} · ${displayDescription(listing)}`,
    ),
    ...(isListed(listing.status) && { canonical: pagePaths.listing(category.id, listing.id) }),
    // For those who fetch the document: no navigation in the browser reads it.
    ...(import.meta.env.SSR && { jsonLd: structuredData(category, listing) }),
    ...(cover && { image: { src: photoSrc(cover.url), alt: title } }),
  })
  return <ListingView category={category} listing={listing} contact={contactParts} />
}

const maxExcerptLength = 160

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxExcerptLength ? `${line.slice(0, maxExcerptLength - 1).trimEnd()}…` : line
}
