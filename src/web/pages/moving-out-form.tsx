import { useRef } from 'react'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { PostingNotice } from '../account/posting-notice.tsx'
import { FormSkeleton } from '../listings/form/edit-listing.tsx'
import { MovingOutForm } from '../listings/moving-out/moving-out-form.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { ConfirmEmailPanel } from '../session/confirmation/confirm-email-form.tsx'
import { postingRefusal } from '../session/posting-refusal.ts'
import { useFormStudent } from '../session/use-form-student.ts'
import { Breadcrumb } from '../ui/content/breadcrumb.tsx'

const title = 'Moving out'

/** The form with which a student posts several items at once. */
export function Component() {
  useHead({ title: `${title} · ${campus.brand}`, description: 'Post several items at once.' })
  const heading = useRef<HTMLHeadingElement>(null)
  const { user, studentId } = useFormStudent()
  return (
    <div className="page-width pt-6 lg:pt-8">
      <div className="mx-auto max-w-3xl">
        <Breadcrumb current={title}>
          <Link to={pagePaths.dashboard} className="link">
            Dashboard
          </Link>
        </Breadcrumb>
        <h1 ref={heading} tabIndex={-1} className="title-1 mt-3 outline-none">
          {title}
        </h1>
        <p className="mt-2 mb-6 text-ink-2 text-lg">
          We make a listing from each photo, and one page with all of them to share.
        </p>
        {contents()}
      </div>
    </div>
  )

  function contents() {
    if (studentId === undefined) return <FormSkeleton only="photos" />
    // The draft stays in the browser.
    if (user && postingRefusal(user)) return <PostingNotice className="mb-5" />
    return (
      <>
        {user?.confirmation === 'required' && (
          <div className="mb-5">
            <ConfirmEmailPanel user={user} onConfirmed={() => heading.current?.focus()}>
              Then you can post.
            </ConfirmEmailPanel>
          </div>
        )}
        <MovingOutForm key={studentId} studentId={studentId} />
      </>
    )
  }
}
