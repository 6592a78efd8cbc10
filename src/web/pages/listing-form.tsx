import { type RefObject, useMemo, useRef } from 'react'
import { type LoaderFunctionArgs, useLocation, useSearchParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { PostingNotice } from '../account/posting-notice.tsx'
import { EditListing, FormSkeleton } from '../listings/form/edit-listing.tsx'
import { ListingForm } from '../listings/form/listing-form.tsx'
import { isGone, listingQuery } from '../listings/listing-queries.ts'
import { categoryFromUrl } from '../listings/listing-urls.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { getLoaderContext, statusData, waitForData } from '../queries/loaders.ts'
import { ConfirmEmailPanel } from '../session/confirmation/confirm-email-form.tsx'
import { loadFailure } from '../session/login-redirects.tsx'
import { postingRefusal } from '../session/posting-refusal.ts'
import { sessionQuery } from '../session/session.tsx'
import { useFormStudent } from '../session/use-form-student.ts'
import { Breadcrumb } from '../ui/content/breadcrumb.tsx'

/** Loads the listing to edit, if the URL has an id. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { pathname, searchParams } = new URL(args.request.url)
  const id = searchParams.get('id')
  if (!id) return null
  try {
    const query = listingQuery(api, { category: categoryFromUrl(pathname).id, id })
    const listing = await waitForData(queryClient.ensureQueryData(query))
    if (listing === undefined) return null
    if (listing === null) return statusData(404)
    if (isGone(listing)) return statusData(410)
    const user = await queryClient.ensureQueryData(sessionQuery(api))
    return statusData(listing.seller.id === user?.id ? 200 : 403)
  } catch (error) {
    return loadFailure(args, error)
  }
}

export function Component() {
  const category = categoryFromUrl(useLocation().pathname)
  const [searchParams] = useSearchParams()
  const id = searchParams.get('id') || undefined
  const title = id ? category.labels.edit : category.labels.add
  const heading = useRef<HTMLHeadingElement>(null)
  useHead({ title: `${title} · ${campus.brand}`, description: title })
  return (
    <div className="page-width pt-6 lg:pt-8">
      <div className={category.photos === 'none' ? 'mx-auto max-w-2xl' : undefined}>
        <Breadcrumb current={title}>
          <Link to={pagePaths.dashboard} className="link">
            Dashboard
          </Link>
        </Breadcrumb>
        <h1 ref={heading} tabIndex={-1} className="title-1 mt-3 mb-6 outline-none">
          {title}
        </h1>
        <StudentForm key={`${category.id}/${id}`} category={category} id={id} heading={heading} />
      </div>
    </div>
  )
}

/** The form of one student: it stays when the session ends, and resets when another student logs in. */
function StudentForm({
  category,
  id,
  heading,
}: {
  category: AnyCategory
  id: string | undefined
  heading: RefObject<HTMLElement | null>
}) {
  const { user, studentId } = useFormStudent()
  if (studentId === undefined) {
    return <FormSkeleton only={category.photos === 'none' ? 'fields' : undefined} />
  }
  // The draft stays in the browser.
  if (postingRefusal(user)) return <PostingNotice className="mb-5 lg:mb-8" />
  return (
    <>
      {user?.confirmation === 'required' && (
        <div className="mb-5 lg:mb-8">
          <ConfirmEmailPanel user={user} onConfirmed={() => heading.current?.focus()}>
            Then you can post. You can start the form now: we keep what you enter, and your photos
            upload once you confirm.
          </ConfirmEmailPanel>
        </div>
      )}
      <FormOf key={studentId} studentId={studentId} category={category} id={id} />
    </>
  )
}

function FormOf({
  studentId,
  category,
  id,
}: {
  studentId: number
  category: AnyCategory
  id: string | undefined
}) {
  const [searchParams] = useSearchParams()
  const target = useMemo(() => ({ studentId, category, listingId: id }), [studentId, category, id])
  return id ? (
    <EditListing target={target} id={id} />
  ) : (
    <ListingForm target={target} prefill={readPrefill(category, searchParams)} />
  )
}

/** Reads the value that all copies have in common from the URL. The page of all copies links here with it. */
function readPrefill({ copies }: AnyCategory, searchParams: URLSearchParams) {
  return copies ? { [copies.field]: searchParams.get(copies.field) } : {}
}
