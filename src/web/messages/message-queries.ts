import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { MessagesPage, ThreadsPage } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, hasStatus, type WithEtag } from '../queries/api.ts'
import { checkSession } from '../session/set-session-user.ts'
import { mergeNewest } from './message-pages.ts'

export const messageKeys = {
  all: ['threads'] as const,
  list: ['threads', 'list'] as const,
  messages: (threadId: number) => ['threads', threadId] as const,
}

/** The list, paged by cursor. Every page that is loaded is asked for again, with the ETag that it has. */
export const threadsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: messageKeys.list,
    queryFn: async ({ client, queryKey, pageParam }) => {
      const kept = keptPage<ThreadsPage>(client, queryKey, pageParam)
      const query = pageParam && new URLSearchParams({ cursor: pageParam })
      const page = await readPage<ThreadsPage>(api, client, apiPaths.threads(query), kept)
      // The number of unread threads in the header follows the list.
      if (kept && page !== kept && !pageParam) checkSession(api, client)
      return page
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

/**
 * The messages of a thread: the first page is the newest, and each next one has older messages; in each the oldest
 * first. Messages never change, so only the newest page is asked for again.
 */
export const messagesQuery = (api: Api, threadId: number) =>
  infiniteQueryOptions({
    queryKey: messageKeys.messages(threadId),
    queryFn: async ({ client, queryKey, pageParam }) => {
      const kept = keptPage<MessagesPage>(client, queryKey, pageParam)
      if (kept && pageParam) return kept
      const query = pageParam && new URLSearchParams({ cursor: pageParam })
      const path = apiPaths.messages(threadId, query)
      const page = await readPage<MessagesPage>(api, client, path, kept)
      if (!kept || page === kept) return page
      // The list shows the last message of each thread, and is polled less often.
      client.invalidateQueries({ queryKey: messageKeys.list })
      return mergeNewest(kept, page)
    },
    initialPageParam: '',
    getNextPageParam: ({ previous }) => previous,
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
