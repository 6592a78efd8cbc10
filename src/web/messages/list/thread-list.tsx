import { useRef } from 'react'
import type { Thread } from '#contract/messages.ts'
import { errorMessage } from '../../queries/api.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { LoadFailed } from '../../ui/content/load-failed.tsx'
import { SkeletonText } from '../../ui/content/skeleton.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { usePolledThreads } from '../message-polling.ts'
import { ThreadRow } from './thread-row.tsx'

type ThreadsResult = ReturnType<typeof usePolledThreads>

/** The newest first. */
export function ThreadList({ query }: { query: ThreadsResult }) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage } = query
  const list = useRef<HTMLUListElement>(null)
  // The state of the page has no errors: hydration begins as if the request were under way.
  const isHydrated = useHydrated()
  if (!data && error && isHydrated)
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />
  if (!data) return <LoadingThreads />
  const threads = withoutRepeated(data.pages.flatMap(({ results }) => results))
  const loadMore = async () => {
    await query.fetchNextPage()
    // The button may be gone with the last page.
    list.current?.querySelectorAll('a')[threads.length]?.focus()
  }
  return (
    <>
      <ul ref={list}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadRow thread={thread} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="grid justify-items-center gap-3 p-4">
          {query.isFetchNextPageError && <Callout variant="danger">{errorMessage(error)}</Callout>}
          <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

/** One that got a message between two requests is on both pages. */
function withoutRepeated(threads: Thread[]): Thread[] {
  const ids = new Set<number>()
  return threads.filter(({ id }) => !ids.has(id) && ids.add(id))
}

function LoadingThreads() {
  return (
    <div role="status" className="px-4">
      <span className="sr-only">Loading…</span>
      <SkeletonText lines={8} />
    </div>
  )
}
