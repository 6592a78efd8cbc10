import { useEffect } from 'react'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { photoSrc } from '#contract/photos.ts'
import { getSessionUser, useSession } from '../accounts/session.ts'
import { hasStatus, toResponseStatus, useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { ListingSkeleton } from '../listings/detail/listing-skeleton.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { ListingView } from '../listings/detail/listing-view.tsx'
import { structuredData } from '../listings/detail/structured-data.ts'
import { displayDescription, displayPrice, displayTitle } from '../listings/listing-display.ts'
import { listingKeys, listingQuery, loadErrorMessage } from '../listings/listing-queries.ts'
import { Navigate } from '../navigation/link.tsx'
import { useLocation } from '../navigation/router.tsx'
import type { PageDefinition, Params } from '../page.ts'
import { useQuery, useQueryClient } from '../queries/use-query.tsx'

function ListingPage({ params: { id = '' } }: { params: Params }) {
  const { pathname, search } = useLocation()
  const queryClient = useQueryClient()
  const category = categoryFromUrl(pathname)
  const { messages } = category
  const { user, isPending: isSessionPending } = useSession()
  const { data, error } = useQuery({
    ...listingQuery(useApi(), category, id, user),
    enabled: !isSessionPending && hasId(id),
  })
  const isEmailWithheld = data?.seller.email === withheldEmail
  useEffect(() => {
    if (!isEmailWithheld) return
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(category, id) })
  }, [isEmailWithheld, queryClient, category, id])
  if (!hasId(id)) return <ListingUnavailable category={category} message={messages.missingId} />
  if (hasStatus(error, 401)) return <Navigate to={pagePaths.login(pathname + search)} />
  if (error) {
    return <ListingUnavailable category={category} message={loadErrorMessage(category, error)} />
  }
  if (data === undefined) return <Loading category={category} />
  if (data === null) return <ListingUnavailable category={category} message={messages.notFound} />
  return <Loaded key={pathname} category={category} listing={data} />
}

/** Replaces an address that visitors may see: crawlers read the HTML, so only the browser fetches it. */
const withheldEmail = ''

function withholdEmail(listing: Listing): Listing {
  const { seller } = listing
  return seller.email ? { ...listing, seller: { ...seller, email: withheldEmail } } : listing
}

const hasId = (id: string) => id.trim() !== ''

function Loading({ category }: { category: AnyCategory }) {
  useHead({ title: `${category.labels.menu} · ${brand}`, description: 'Loading…' })
  return <ListingSkeleton />
}

function Loaded({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const [cover] = listing.photo_info
  useHead({
    title: `${displayTitle(category, listing)} · ${brand}`,
    description: excerpt(`${displayPrice(category, listing)} · ${displayDescription(listing)}`),
    canonical: pagePaths.listing(category.id, listing.id),
    ...(cover && { image: photoSrc(cover.url) }),
    jsonLd: structuredData(category, listing),
  })
  return <ListingView category={category} listing={listing} />
}

const maxExcerptLength = 160

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxExcerptLength ? `${line.slice(0, maxExcerptLength - 1).trimEnd()}…` : line
}

export const page: PageDefinition = {
  Component: ListingPage,
  loader: async ({ api, queryClient, params: { id = '' }, url }) => {
    if (!hasId(id)) return { status: 404 }
    const user = getSessionUser(queryClient)
    try {
      const query = listingQuery(api, categoryFromUrl(url), id, user)
      const listing = await queryClient.fetchQuery(query)
      if (!listing) return { status: 404 }
      if (!user) queryClient.setQueryData(query.queryKey, withholdEmail(listing))
      return undefined
    } catch (error) {
      if (hasStatus(error, 401)) return { redirect: pagePaths.login(url) }
      return { status: toResponseStatus(error) }
    }
  },
}
