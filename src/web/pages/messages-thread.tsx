import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { shownTitle } from '#contract/shown-title.ts'
import { findThread, messageKeys, messagesQuery, type Thread } from '../messages/message-queries.ts'
import { usePolledMessages } from '../messages/message-updates.ts'
import { LoadingThread, OpenThread } from '../messages/thread/open-thread.tsx'
import { BackToList } from '../messages/thread/thread-header.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { SiteNotFound } from '../navigation/site-not-found.tsx'
import { hasStatus } from '../queries/api.ts'
import { getLoaderContext, statusData, waitForData } from '../queries/loaders.ts'
import { loadFailure } from '../session/login-redirects.tsx'
import { useSession } from '../session/session.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { LoadFailed } from '../ui/content/load-failed.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { messagesPage } from './restricted-page.tsx'

export const { Component, loader } = messagesPage(ThreadPage, loadThread)

async function loadThread(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const id = parseThreadId(args.params.id)
  if (!id) return statusData(404)
  try {
    const loading = queryClient.ensureInfiniteQueryData(messagesQuery(api, id))
    if (!import.meta.env.SSR && findThread(queryClient, id)) {
      // The page shows what the list knows, and follows the query itself.
      loading.catch(() => undefined)
      return null
    }
    await waitForData(loading)
    return null
  } catch (error) {
    // The page's state cannot hold an error, so an empty list of pages stands for "not found".
    if (hasStatus(error, 404))
      queryClient.setQueryData(messageKeys.messages(id), { pages: [], pageParams: [] })
    return loadFailure(args, error)
  }
}

/** Returns the id in the URL as the server writes it, or undefined if no thread can have it. */
function parseThreadId(text: string | undefined): number | undefined {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}

function ThreadPage() {
  const id = parseThreadId(useParams().id)
  return id ? <LoadedThread key={id} id={id} /> : <ThreadNotFound />
}

function LoadedThread({ id }: { id: number }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const query = usePolledMessages(id)
  const { data, isFetching, refetch } = query
  // The page's state cannot hold an error, so hydration begins as if the request were under way.
  const error = useHydrated() ? query.error : null
  const thread = data?.pages[0]?.thread
  if (hasStatus(error, 404) || data?.pages.length === 0) return <ThreadNotFound />
  if (user && thread) {
    return (
      <Pane {...describePane(thread)}>
        {/* What is typed and waits is the student's, and the other student of the thread may log in on another tab. */}
        <OpenThread key={user.id} user={user} thread={thread} query={query} />
      </Pane>
    )
  }
  const known = error ? undefined : findThread(queryClient, id)
  if (known) {
    return (
      <Pane {...describePane(known)}>
        <LoadingThread thread={known} />
      </Pane>
    )
  }
  return (
    <Pane title="Messages">
      <BackToList />
      {error ? (
        <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />
      ) : (
        <Spinner label="Loading…" />
      )}
    </Pane>
  )
}

const describePane = (thread: Thread) => ({
  title: `${thread.other.name}: ${shownTitle(thread)}`,
  label: `Conversation with ${thread.other.name}`,
})

/** Gets the focus when a thread is opened, even if it has not loaded yet. */
function Pane({
  title,
  label = 'Conversation',
  children,
}: {
  title: string
  label?: string
  children: ReactNode
}) {
  useHead({
    title: `${title} · ${campus.brand}`,
    description: 'A conversation with another student.',
  })
  return (
    <section aria-label={label} tabIndex={-1} data-route-focus className="messages-layout-thread">
      {children}
    </section>
  )
}

function ThreadNotFound() {
  return (
    <Pane title="Conversation not found">
      <EmptyState
        illustration={<SiteNotFound />}
        title="Conversation not found."
        titleAs="h1"
        action={
          <LinkButton as={Link} variant="secondary" to={pagePaths.messages}>
            All messages
          </LinkButton>
        }
      >
        It may have been deleted, or it belongs to someone else.
      </EmptyState>
    </Pane>
  )
}
