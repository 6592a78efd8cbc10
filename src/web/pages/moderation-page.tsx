import type { FetchQueryOptions, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { OwnCase } from '../moderation/case/case-frame.tsx'
import { type CaseResult, queueQuery } from '../moderation/moderation-queries.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import type { Api } from '../queries/api.ts'
import { getLoaderContext, statusData, waitForData } from '../queries/loaders.ts'
import { loadFailure } from '../session/login-redirects.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { LoadFailed } from '../ui/content/load-failed.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

// Every visit fetches everything, because other moderators decide at the same time.

/** Loads the data of a moderation page for the filters in its URL. */
export const loadFresh =
  <Data, Key extends QueryKey>(
    toQuery: (api: Api, filters: URLSearchParams) => FetchQueryOptions<Data, Error, Data, Key>,
  ) =>
  async (args: LoaderFunctionArgs) => {
    const { api, queryClient } = getLoaderContext(args)
    const query = toQuery(api, new URL(args.request.url).searchParams)
    try {
      await waitForData(queryClient.fetchQuery({ ...query, staleTime: 0 }))
      return null
    } catch (error) {
      return loadFailure(args, error)
    }
  }

/** Loads a case, and the queue if the page leads on to the next case. */
export const loadCase =
  <Found, Key extends QueryKey>(
    toQuery: (
      api: Api,
      id: string,
      pathname: string,
    ) => FetchQueryOptions<CaseResult<Found>, Error, CaseResult<Found>, Key>,
    needsQueue: (parameters: URLSearchParams) => boolean = () => true,
  ) =>
  async (args: LoaderFunctionArgs) => {
    const { api, queryClient } = getLoaderContext(args)
    const { pathname, searchParams } = new URL(args.request.url)
    const query = toQuery(api, args.params.id ?? '', pathname)
    const queue = queueQuery(api, parseQueueFilters(searchParams))
    try {
      const queries = Promise.all([
        queryClient.fetchQuery({ ...query, staleTime: 0 }),
        // The page works without the queue, so the queue is prefetched: `prefetchQuery` never rejects.
        needsQueue(searchParams) && queryClient.prefetchQuery(queue),
      ])
      const [result] = (await waitForData(queries)) ?? []
      return result && 'status' in result ? statusData(result.status) : null
    } catch (error) {
      return loadFailure(args, error)
    }
  }

/** Renders the page of a case: the case, or why there is nothing to decide. */
export function AwaitCase<Found, Key extends QueryKey, Fetched>({
  title,
  query,
  notFound,
  children,
}: {
  title: string
  query: UseQueryOptions<CaseResult<Fetched>, Error, CaseResult<Found>, Key>
  notFound: ReactNode
  children: (found: Found) => ReactNode
}) {
  const inShell = (content: ReactNode) => <ModerationShell title={title}>{content}</ModerationShell>
  return (
    <AwaitQuery
      query={query}
      loading={inShell(<Spinner label="Loading…" />)}
      failed={(failed) => inShell(<LoadFailed {...failed} />)}
    >
      {(result) => {
        if ('found' in result) return children(result.found)
        return result.status === 403 ? <OwnCase title={title} message={result.message} /> : notFound
      }}
    </AwaitQuery>
  )
}
