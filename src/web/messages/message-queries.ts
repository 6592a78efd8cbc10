import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { Listing } from '#contract/listing.ts'
import type {
  Message,
  MessagesPage,
  MessagesPage as WireMessagesPage,
  Thread as WireThread,
  ThreadsPage as WireThreadsPage,
} from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { readListing } from '../listings/listing-queries.ts'
import { type Api, hasStatus, type WithEtag } from '../queries/api.ts'
import { checkSession } from '../session/set-session-user.ts'

export const messageKeys = {
  all: ['threads'] as const,
  list: ['threads', 'list'] as const,
  messages: (threadId: number) => ['threads', threadId] as const,
}

export interface Thread extends Omit<WireThread, 'listing'> {
  /** Null if the student cannot see it any more. */
  listing: Listing | null
}

const readThread = (thread: WireThread): Thread => ({
  ...thread,
  listing: thread.listing && readListing(thread.category, thread.listing),
})

/** For a `select`: pages in which all threads have a `Listing`. */
const readThreads = <Page extends { results: WireThread[] }, Parameter>({
  pages,
  pageParams,
}: InfiniteData<Page, Parameter>) => ({
  pages: pages.map((page) => ({ ...page, results: page.results.map(readThread) })),
  pageParams,
})

const readThreadOfMessages = <Page extends { thread: WireThread }, Parameter>({
  pages,
  pageParams,
}: InfiniteData<Page, Parameter>) => ({
  pages: pages.map((page) => ({ ...page, thread: readThread(page.thread) })),
  pageParams,
})

/** The list, paged by cursor. Every page that is loaded is asked for again, with the ETag that it has. */
export const threadsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: messageKeys.list,
    queryFn: async ({ client, queryKey, pageParam }) => {
      const kept = keptPage<WireThreadsPage>(client, queryKey, pageParam)
      const query = pageParam && new URLSearchParams({ cursor: pageParam })
      const page = await readPage<WireThreadsPage>(api, client, apiPaths.threads(query), kept)
      // The number of unread threads in the header follows the list.
      if (kept && page !== kept && !pageParam) checkSession(api, client)
      return page
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: readThreads,
  })

/**
 * The messages of a thread: the first page is the newest, and each next one has older messages; in each the oldest
 * first. Messages never change, so only the newest page is asked for again.
 */
export const messagesQuery = (api: Api, threadId: number) =>
  infiniteQueryOptions({
    queryKey: messageKeys.messages(threadId),
    queryFn: async ({ client, queryKey, pageParam }) => {
      const kept = keptPage<WireMessagesPage>(client, queryKey, pageParam)
      if (kept && pageParam) return kept
      const query = pageParam && new URLSearchParams({ cursor: pageParam })
      const path = apiPaths.messages(threadId, query)
      const page = await readPage<WireMessagesPage>(api, client, path, kept)
      if (!kept || page === kept) return page
      // The list shows the last message of each thread, and is polled less often.
      client.invalidateQueries({ queryKey: messageKeys.list })
      return mergeNewest(kept, page)
    },
    initialPageParam: '',
    getNextPageParam: ({ previous }) => previous,
    select: readThreadOfMessages,
  })

function keptPage<Page>(client: QueryClient, queryKey: readonly unknown[], pageParam: string) {
  const data = client.getQueryData<InfiniteData<WithEtag<Page>, string>>(queryKey)
  return data?.pages[data.pageParams.indexOf(pageParam)]
}

/** The very page that was kept if nothing has changed. */
async function readPage<Page>(
  api: Api,
  client: QueryClient,
  path: string,
  kept: WithEtag<Page> | undefined,
) {
  try {
    return await api.getIfChanged<Page>(path, kept)
  } catch (error) {
    // The page leads to the login once it is known that the session has ended.
    if (hasStatus(error, 401)) checkSession(api, client)
    throw error
  }
}

/** The pages of the query: the newest first, and in each the oldest message first. */
export type MessagePages = InfiniteData<MessagesPage, unknown>

export const inOrder = ({ pages }: MessagePages): Message[] =>
  pages.toReversed().flatMap(({ results }) => results)

/** Adds a message that was just sent. One that is older than the loaded pages is left to its own page. */
export function addMessage(data: MessagePages, message: Message): MessagePages {
  const [newest, ...older] = data.pages
  const isOlder = (newest?.results[0]?.id ?? 0) > message.id
  if (!newest || isOlder || newest.results.some(({ id }) => id === message.id)) return data
  const results = [...newest.results, message].sort((a, b) => a.id - b.id)
  return { ...data, pages: [{ ...newest, results }, ...older] }
}

/** Keeps the older messages before the newest page, unless more messages have come in the meantime than a page holds. */
export function mergeNewest(
  kept: WithEtag<MessagesPage>,
  newest: WithEtag<MessagesPage>,
): WithEtag<MessagesPage> {
  const [oldest] = newest.results
  const last = kept.results.at(-1)
  if (!oldest || !last || last.id < oldest.id) return newest
  const older = kept.results.filter(({ id }) => id < oldest.id)
  return { ...newest, results: [...older, ...newest.results], previous: kept.previous }
}
