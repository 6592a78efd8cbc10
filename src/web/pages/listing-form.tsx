import { useMemo, useState } from 'react'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { RequireUser } from '../accounts/require-user.tsx'
import { getSessionUser, useSession } from '../accounts/session.ts'
import { requireLogin } from '../accounts/session-guards.ts'
import { toResponseStatus } from '../api.ts'
import { useHead } from '../head.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { EditListing } from '../listings/form/edit-listing.tsx'
import { FormSkeleton } from '../listings/form/form-skeleton.tsx'
import { ListingForm } from '../listings/form/listing-form.tsx'
import { useHydrated } from '../listings/form/use-hydrated.ts'
import { listingQuery } from '../listings/listing-queries.ts'
import { Link } from '../navigation/link.tsx'
import { useLocation, useSearchParams } from '../navigation/router.tsx'
import type { LoaderArgs, LoaderResult, PageDefinition } from '../page.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'

function ListingFormPage() {
  const category = categoryFromUrl(useLocation().pathname)
  const [searchParams] = useSearchParams()
  const id = searchParams.get('id') || undefined
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
        <UserForm key={`${category.id}/${id}`} category={category} id={id} />
      </div>
    </RequireUser>
  )
}

/** Belongs to one user: it stays when the session ends, and resets when another user logs in. */
function UserForm({ category, id }: { category: AnyCategory; id: string | undefined }) {
  const { user } = useSession()
  const [userId, setUserId] = useState(user?.id ?? 0)
  if (user && user.id !== userId) setUserId(user.id)
  const target = useMemo(() => ({ userId, category, listingId: id }), [userId, category, id])
  if (!useHydrated()) return <FormSkeleton />
  return id ? (
    <EditListing key={userId} target={target} id={id} />
  ) : (
    <ListingForm key={userId} target={target} />
  )
}

async function loadListing(args: LoaderArgs): Promise<LoaderResult | undefined> {
  const { api, queryClient, searchParams, url } = args
  const id = searchParams.get('id')
  if (!id) return
  const user = getSessionUser(queryClient)
  try {
    const listing = await queryClient.fetchQuery(listingQuery(api, categoryFromUrl(url), id, user))
    if (!listing) return { status: 404 }
    if (listing.seller.id !== user?.id) return { status: 403 }
  } catch (error) {
    return { status: toResponseStatus(error) }
  }
}

export const page: PageDefinition = {
  Component: ListingFormPage,
  loader: async (args) => (await requireLogin(args)) ?? loadListing(args),
}
