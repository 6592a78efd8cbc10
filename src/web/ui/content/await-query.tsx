import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Callout } from './callout.tsx'
import { SkeletonText } from './skeleton.tsx'

type FailedQuery = Pick<UseQueryResult, 'isFetching' | 'refetch'> & { error: Error }

/**
 * Renders what a query has loaded. A part of a page can use the defaults for loading and failure; a whole page passes its
 * own.
 */
export function AwaitQuery<Data, Key extends readonly unknown[], Fetched = Data>({
  query,
  loading,
  failed,
  children,
}: {
  query: UseQueryOptions<Fetched, Error, Data, Key>
  /** Shown before there is data, instead of a skeleton of three lines. */
  loading?: ReactNode
  /** Shown after a failure, instead of one line with a button that tries again. */
  failed?: (query: FailedQuery) => ReactNode
  /** Renders the data, even if its last refetch failed. */
  children: (data: Data) => ReactNode
}) {
  const { data, error, isFetching, isPaused, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (error && failed) return failed({ error, isFetching, refetch })
  if (loading) return loading
  // Without a connection the query waits, so the button shows that something is missing.
  if (error || isPaused) return <FailedPart onRetry={() => refetch()} />
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <SkeletonText lines={3} />
    </div>
  )
}

function FailedPart({ onRetry }: { onRetry: () => void }) {
  return (
    <Callout variant="danger">
      <p>We couldn't load this.</p>
      <Button variant="secondary" size="small" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Callout>
  )
}
