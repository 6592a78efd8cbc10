import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Callout } from './callout.tsx'
import { SkeletonText } from './skeleton.tsx'

/** Renders what a query has loaded: a skeleton before, and after a failure a button that tries again. */
export function AwaitQuery<Data, Key extends readonly unknown[]>({
  query,
  children,
}: {
  query: UseQueryOptions<Data, Error, Data, Key>
  children: (data: Data) => ReactNode
}) {
  const { data, isFetching, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (isFetching) {
    return (
      <div role="status">
        <span className="sr-only">Loading…</span>
        <SkeletonText lines={3} />
      </div>
    )
  }
  return (
    <Callout variant="danger">
      <p>We couldn't load this.</p>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => refetch()}>
        Try again
      </Button>
    </Callout>
  )
}
