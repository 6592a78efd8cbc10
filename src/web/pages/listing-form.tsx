import { useMemo, useState } from 'react'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { RequireUser } from '../accounts/require-user.tsx'
import { sessionKey, useSession } from '../accounts/session.ts'
import { requireSession } from '../accounts/session-redirects.ts'
import { ApiError } from '../api.ts'
import { useHead } from '../head.ts'
import { categoryAt } from '../listings/category-at.ts'
import { EditListing } from '../listings/form/edit-listing.tsx'
import { FormSkeleton } from '../listings/form/form-skeleton.tsx'
import { useInBrowser } from '../listings/form/in-browser.ts'
import { ListingForm } from '../listings/form/listing-form.tsx'
import { listingQuery } from '../listings/queries.ts'
import { Link } from '../navigation/link.tsx'
import { useLocation, useSearchParams } from '../navigation/router.tsx'
import type { PageDefinition, PageOutcome, PageRequest } from '../page.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'

function ListingFormPage() {
  const category = categoryAt(useLocation().pathname)
  const search = useSearchParams()
  const id = search.get('id') || undefined
  const title = id ? category.labels.edit : category.labels.add
  useHead({ title: `${title} · ${brand}`, description: title })
  return (
    <RequireUser>
      <div className="page-width pt-6 lg:pt-8">
        <Breadcrumb current={title}>
          <Link to={pagePaths.dashboard} className="link">
            Dashboard
          </Link>
        </Breadcrumb>
        <h1 className="title-1 mt-3 mb-6">{title}</h1>
        <OwnForm key={`${category.id}/${id}`} category={category} id={id} />
      </div>
    </RequireUser>
  )
}

/** The form of whoever opened it: it stays when their session ends, and goes when someone else comes. */
function OwnForm({ category, id }: { category: AnyCategory; id: string | undefined }) {
  const { user } = useSession()
  const [owner, setOwner] = useState(user?.id ?? 0)
  if (user && user.id !== owner) setOwner(user.id)
  const place = useMemo(() => ({ userId: owner, category, listingId: id }), [owner, category, id])
  if (!useInBrowser()) return <FormSkeleton />
  return id ? (
    <EditListing key={owner} place={place} id={id} />
  ) : (
    <ListingForm key={owner} place={place} />
  )
}

async function prefetchListing(request: PageRequest): Promise<PageOutcome | undefined> {
  const { api, queries, search, url } = request
  const id = search.get('id')
  if (!id) return
  const user = queries.getData<SessionUser>(sessionKey)
  try {
    const listing = await queries.fetch(listingQuery(api, categoryAt(url), id, user ?? null))
    if (!listing) return { status: 404 }
    if (listing.seller.id !== user?.id) return { status: 403 }
  } catch (error) {
    return { status: error instanceof ApiError ? error.status : 503 }
  }
}

export const page: PageDefinition = {
  Page: ListingFormPage,
  prefetch: async (request) => (await requireSession(request)) ?? prefetchListing(request),
}
