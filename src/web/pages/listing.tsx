import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { type AnyCategory, isForConfirmed } from '#categories/index.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { formatPriceWithUnit } from '#contract/listing-fields.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { isUploadedPhoto, photoSrc } from '#contract/photos.ts'
import { contactParts } from '../contact/contact-parts.tsx'
import { ListingSkeleton } from '../listings/detail/listing-skeleton.tsx'
import { ListingGone, ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { ListingView } from '../listings/detail/listing-view.tsx'
import { structuredData } from '../listings/detail/structured-data.ts'
import { ForConfirmed } from '../listings/for-confirmed.tsx'
import { displayDescription, displayTitle } from '../listings/listing-display.ts'
import {
  findListed,
  type GoneListing,
  isGone,
  listingKeys,
  listingQuery,
  loadErrorMessage,
} from '../listings/listing-queries.ts'
import { categoryFromUrl } from '../listings/listing-urls.ts'
import { useHead } from '../navigation/head.ts'
import { isUnconfirmed, useApi } from '../queries/api.ts'
import { AwaitPage } from '../session/login-redirects.tsx'

export function Component() {
  const { pathname } = useLocation()
  const { id = '' } = useParams()
  const category = categoryFromUrl(pathname)
  const { messages } = category
  const hasId = id.trim() !== ''
  const queryClient = useQueryClient()
  const ref = { category: category.id, id }
  const query = {
    ...listingQuery(useApi(), ref),
    enabled: hasId,
    placeholderData: () => findListed(queryClient, ref),
    // Only this page refetches: the edit form must not change while somebody fills it in.
    refetchOnWindowFocus: 'always' as const,
  }
  const { data, isPlaceholderData } = useQuery(query)
  useInvalidateLists(data)
  const unavailable = (message: string) => (
    <ListingUnavailable category={category} message={message} />
  )
  if (!hasId) return unavailable(messages.missingId)
  return (
    <AwaitPage
      query={query}
      loading={<Loading category={category} />}
      failed={({ error, refetch }) =>
        isUnconfirmed(error) ? (
          <Unconfirmed category={category} onConfirmed={() => refetch()} />
        ) : (
          unavailable(loadErrorMessage(category, error))
        )
      }
    >
      {(listing) => {
        if (listing === null) return unavailable(messages.notFound)
        if (isGone(listing)) {
          return <ListingGone category={category} id={id} {...listing} />
        }
        return <Loaded key={pathname} listing={listing} isPartial={isPlaceholderData} />
      }}
    </AwaitPage>
  )
}

/** Lists that were fetched before may still show a listing that has ended: they are refetched when shown again. */
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
  useHead({ title: `${category.labels.menu} · ${campus.brand}`, description: 'Loading…' })
  return <ListingSkeleton />
}

function Unconfirmed({
  category,
  onConfirmed,
}: {
  category: AnyCategory
  onConfirmed: () => void
}) {
  const { menu } = category.labels
  useHead({ title: `${menu} · ${campus.brand}`, description: menu })
  return (
    <div className="page-width pt-8 lg:pt-10">
      <h1 className="title-1">{menu}</h1>
      <ForConfirmed category={category} onConfirmed={onConfirmed} />
    </div>
  )
}

function Loaded({ listing, isPartial }: { listing: Listing; isPartial: boolean }) {
  const cover = listing.photos.find(isUploadedPhoto)
  const title = displayTitle(listing)
  const isPublic = !isForConfirmed(categoryOf(listing))
  useHead({
    title: `${title} · ${campus.brand}`,
    description: excerpt(`${formatPriceWithUnit(listing)} · ${displayDescription(listing)}`),
    ...(isPublic &&
      isListed(listing.status) && { canonical: pagePaths.listing(listing.category, listing.id) }),
    // Search engines read the structured data in the document. Navigations in the browser do not need it.
    ...(isPublic && import.meta.env.SSR && { jsonLd: structuredData(listing) }),
    ...(cover && { image: { src: photoSrc(cover.url), alt: title } }),
  })
  return <ListingView listing={listing} isPartial={isPartial} contact={contactParts} />
}

const maxExcerptLength = 160

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxExcerptLength ? `${line.slice(0, maxExcerptLength - 1).trimEnd()}…` : line
}
