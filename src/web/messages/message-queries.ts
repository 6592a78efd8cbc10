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
  /** The listing, or null if the student can no longer see it. */
  listing: Listing | null
}

const readThread = (thread: WireThread): Thread => ({
  ...thread,
  listing: thread.listing && readListing(thread.category, thread.listing),
})

/** Reads pages of threads, for a `select`: every thread then has a `Listing`. */
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

/** The list of threads, paged by cursor. A refetch asks for every loaded page again, with the ETag of that page. */
export const threadsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: messageKeys.list,
    queryFn: async ({ client, queryKey, pageParam }) => {
      const kept = keptPage<WireThreadsPage>(client, queryKey, pageParam)
      const query = pageParam && new URLSearchParams({ cursor: pageParam })
      const page = await readPage<WireThreadsPage>(api, client, apiPaths.threads(query), kept)
      // Check the session too: it has the number of unread threads that the header shows.
      if (kept && page !== kept && !pageParam) checkSession(api, client)
      return page
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: readThreads,
  })

/** Finds a thread in the list that was fetched, so that its page can show who it is with and what it is about at once. */
export function findThread(queryClient: QueryClient, threadId: number): Thread | undefined {
  const list = queryClient.getQueryData<InfiniteData<WireThreadsPage>>(messageKeys.list)
  const thread = list?.pages.flatMap(({ results }) => results).find(({ id }) => id === threadId)
  return thread && readThread(thread)
}

/**
 * The messages of a thread. The first page is the newest, and each next page is older; a page has its oldest message first.
 * Messages never change, so a refetch only asks for the newest page.
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
      // Refetch the list too: it shows the last message of each thread, and is polled less often.
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

/** Fetches a page. If nothing has changed, it returns the very same object as before. */
async function readPage<Page>(
  api: Api,
  client: QueryClient,
  path: string,
  kept: WithEtag<Page> | undefined,
) {
  try {
    return await api.getIfChanged<Page>(path, kept)
  } catch (error) {
    // The check makes the page redirect to the login if the session has ended.
    if (hasStatus(error, 401)) checkSession(api, client)
    throw error
  }
}

/** The pages of the query: the newest page first, and in each page the oldest message first. */
export type MessagePages = InfiniteData<MessagesPage, unknown>

export const inOrder = ({ pages }: MessagePages): Message[] =>
  pages.toReversed().flatMap(({ results }) => results)

/**
 * Adds a message that was just sent. A message that is older than the newest page belongs to an older page and is not
 * added.
 */
export function addMessage(data: MessagePages, message: Message): MessagePages {
  const [newest, ...older] = data.pages
  const isOlder = (newest?.results[0]?.id ?? 0) > message.id
  if (!newest || isOlder || newest.results.some(({ id }) => id === message.id)) return data
  const results = [...newest.results, message].sort((a, b) => a.id - b.id)
  return { ...data, pages: [{ ...newest, results }, ...older] }
}

/** Keeps older messages before the newest page, unless more messages have arrived since than a page holds. */
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
