import { useEffect } from 'react'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { photoSrc } from '#contract/photos.ts'
import { sessionQuery, useSession } from '../accounts/session.ts'
import { ApiError, useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { categoryAt } from '../listings/category-at.ts'
import { ListingProblem } from '../listings/detail/listing-problem.tsx'
import { ListingSkeleton } from '../listings/detail/listing-skeleton.tsx'
import { ListingView } from '../listings/detail/listing-view.tsx'
import { structuredData } from '../listings/detail/structured-data.ts'
import { photosOfListing } from '../listings/listing-photos.ts'
import { priceText, shownDescription, shownTitle } from '../listings/listing-words.ts'
import { listingKeys, listingQuery } from '../listings/queries.ts'
import { Navigate } from '../navigation/link.tsx'
import { useLocation } from '../navigation/router.tsx'
import type { PageDefinition, Params } from '../page.ts'
import { below } from '../queries/query-client.ts'
import { useQuery, useQueryClient } from '../queries/use-query.tsx'

function ListingPage({ params: { id = '' } }: { params: Params }) {
  const { pathname, search } = useLocation()
  const queries = useQueryClient()
  const category = categoryAt(pathname)
  const { messages } = category
  const { user, isPending: isSessionPending } = useSession()
  const { data, error } = useQuery({
    ...listingQuery(useApi(), category, id, user),
    enabled: !isSessionPending && hasId(id),
  })
  const isAddressWithheld = data?.seller.email === withheld
  useEffect(() => {
    if (isAddressWithheld) queries.invalidate(below(listingKeys.one(category, id)))
  }, [isAddressWithheld, queries, category, id])
  if (!hasId(id)) return <ListingProblem category={category} message={messages.noId} />
  if (needsSignIn(error)) return <Navigate to={pagePaths.login(pathname + search)} />
  if (error) {
    const message = error instanceof ApiError ? messages.loadFailed : messages.fetchFailed
    return <ListingProblem category={category} message={message} />
  }
  if (data === undefined) return <Loading category={category} />
  if (data === null) return <ListingProblem category={category} message={messages.notFound} />
  return <Loaded key={pathname} category={category} listing={data} />
}

/** In the place of an address that a visitor may see: pages are read by robots too, so the browser asks for it. */
const withheld = ''

function withoutAddress(listing: Listing): Listing {
  const { seller } = listing
  return seller.email ? { ...listing, seller: { ...seller, email: withheld } } : listing
}

const hasId = (id: string) => id.trim() !== ''

const needsSignIn = (error: unknown) => error instanceof ApiError && error.status === 401

function Loading({ category }: { category: AnyCategory }) {
  useHead({ title: `${category.labels.menu} · ${brand}`, description: 'Loading…' })
  return <ListingSkeleton />
}

function Loaded({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const [cover] = photosOfListing(listing)
  useHead({
    title: `${shownTitle(category, listing)} · ${brand}`,
    description: excerpt(`${priceText(category, listing)} · ${shownDescription(listing)}`),
    canonical: pagePaths.listing(category.id, listing.id),
    ...(cover && { image: photoSrc(cover.url) }),
    jsonLd: structuredData(category, listing),
  })
  return <ListingView category={category} listing={listing} />
}

const longestExcerpt = 160

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt - 1).trimEnd()}…` : line
}

export const page: PageDefinition = {
  Page: ListingPage,
  prefetch: async ({ api, queries, params: { id = '' }, url }) => {
    if (!hasId(id)) return { status: 404 }
    const visitor = queries.getData<SessionUser | null>(sessionQuery(api).queryKey) ?? null
    try {
      const query = listingQuery(api, categoryAt(url), id, visitor)
      const listing = await queries.fetch(query)
      if (!listing) return { status: 404 }
      if (!visitor) queries.setData(query.queryKey, withoutAddress(listing))
      return undefined
    } catch (error) {
      if (needsSignIn(error)) return { redirect: pagePaths.login(url) }
      return { status: error instanceof ApiError ? error.status : 503 }
    }
  },
}
