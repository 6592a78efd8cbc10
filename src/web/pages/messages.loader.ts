import type { LoaderFunctionArgs } from 'react-router'
import { messageKeys, messagesQuery, threadsQuery } from '../messages/message-queries.ts'
import { hasStatus } from '../queries/api.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'
import { loadNotFound } from './not-found.loader.ts'

export async function loadThreads(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  // What fails is shown in its own pane, which offers to try again.
  await waitForData(queryClient.prefetchInfiniteQuery(threadsQuery(api)))
  return null
}

export async function loadThread(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const id = parseThreadId(args.params.id)
  if (!id) return loadNotFound()
  try {
    await waitForData(queryClient.ensureInfiniteQueryData(messagesQuery(api, id)))
    return null
  } catch (error) {
    // No page at all, as data: the state of the page has no errors.
    if (hasStatus(error, 404))
      queryClient.setQueryData(messageKeys.messages(id), { pages: [], pageParams: [] })
    return errorStatusData(error)
  }
}

/** From the URL, as the server writes it; undefined if no thread can have it. */
export function parseThreadId(text: string | undefined): number | undefined {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
