import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { Callout } from '../ui/content/callout.tsx'
import { SkeletonText } from '../ui/content/skeleton.tsx'
import { Button } from '../ui/controls/button.tsx'

/** Each loads and fails on its own. */
export function SavedSection<Data>({
  id,
  title,
  headingRef,
  query: { data, error, isFetching, refetch },
  loading = <SkeletonText lines={3} />,
  children,
}: {
  id: string
  title: string
  headingRef: Ref<HTMLHeadingElement>
  query: UseQueryResult<Data>
  /** In the shape of what comes. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}) {
  return (
    <section aria-labelledby={id} className="mt-10 lg:mt-14">
      <h2 id={id} ref={headingRef} tabIndex={-1} className="title-2 mb-5 scroll-mt-6 outline-none">
        {title}
      </h2>
      {contents()}
    </section>
  )

  function contents() {
    if (data !== undefined) return children(data)
    if (isFetching && !error) {
      return (
        <div role="status">
          <span className="sr-only">Loading…</span>
          {loading}
        </div>
      )
    }
    return (
      <Callout variant="danger">
        <p>We couldn't load this.</p>
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={isFetching}
          onClick={() => refetch()}
        >
          Try again
        </Button>
      </Callout>
    )
  }
}
