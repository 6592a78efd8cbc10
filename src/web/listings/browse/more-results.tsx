import { type MouseEvent, useEffect, useRef } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { formatCount } from '#contract/display.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Callout } from '../../ui/callout.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { askedWith } from './asked.ts'
import { totalText } from './count-text.ts'
import type { ListingsResult } from './results.tsx'

/** The next page comes by itself when its place is near; the link is for all other cases. */
export function MoreResults({
  category,
  asked,
  query,
  shown,
}: {
  category: AnyCategory
  asked: URLSearchParams
  query: ListingsResult
  shown: number
}) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const end = useNearEnd(hasNextPage && !isFetching && !error, fetchNextPage)
  const last = data?.at(-1)
  const isWhole = last?.next === null && data?.length === 1 && !asked.has('cursor')
  if (!last || isWhole) return null

  const showMore = (event: MouseEvent) => {
    event.preventDefault()
    if (!isFetching) fetchNextPage()
  }
  return (
    <div ref={end} className="mt-10 grid justify-items-center gap-4">
      {error && <Callout look="danger">{error.message}</Callout>}
      {!asked.has('cursor') && (
        <p className="text-ink-2 text-sm">
          Showing {formatCount(shown)} of {totalText(last)}
        </p>
      )}
      {last.next && (
        <LinkButton
          as={Link}
          look="secondary"
          to={pagePaths.browse(category.id, askedWith(asked, { cursor: last.next }))}
          aria-busy={isFetching || undefined}
          onClick={showMore}
        >
          {isFetching && <Spinner />}
          Show more
        </LinkButton>
      )}
      {asked.has('cursor') && (
        <Link to={pagePaths.browse(category.id, askedWith(asked, {}))} className="link py-1">
          Back to the first results
        </Link>
      )}
    </div>
  )
}

/** Calls for more shortly before the element comes into view. */
function useNearEnd(isWaiting: boolean, more: () => void) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more()
      },
      { rootMargin: '0px 0px 800px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting, more])
  return end
}
