import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, hasStatus } from '../../queries/api.ts'
import { storedAt } from '../../queries/stored-at.ts'
import { fetchSession, sessionKey } from '../../session/session.tsx'
import { checkSession, setSessionUser } from '../../session/set-session-user.ts'
import { addMessage, type MessagePages, messageKeys } from '../message-queries.ts'
import { messagesChanged } from '../message-updates.ts'
import { storageKey, type ThreadTarget } from './message-draft.ts'
import { type Deliver, isUnreachable, openSendQueue, sendMessage } from './send-queue.ts'

interface SendDeps {
  api: Api
  queryClient: QueryClient
}

/** Makes the function that sends a message of a student. It sends nothing as another student who has logged in since. */
export function createDeliver(
  { api, queryClient }: SendDeps,
  { studentId, threadId }: ThreadTarget,
): Deliver {
  const queryKey = messageKeys.messages(threadId)
  return async (unsent) => {
    const user = queryClient.getQueryData<SessionUser | null>(sessionKey)
    if (user && user.id !== studentId) throw new Error('Another student has logged in.')
    try {
      const { message } = await sendMessage(api, apiPaths.messages(threadId), unsent)
      // Cancel polls: a response from before this message would remove it from the list.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<MessagePages>(queryKey, (data) => data && addMessage(data, message))
      messagesChanged(queryClient)
    } catch (error) {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
      // Refetch after a refusal: the other student may have become unreachable. A refetch after a lost connection would
      // lead to the next try at once.
      if (!isUnreachable(error)) messagesChanged(queryClient)
      throw error
    }
  }
}

/** The queues whose student is being checked, by their keys in storage. */
const checking = new Set<string>()

/** Sends the messages of a queue that wait for a connection, without a press. */
export async function sendWaiting(deps: SendDeps, target: ThreadTarget): Promise<void> {
  const key = storageKey('unsent', target)
  const queue = openSendQueue(target)
  if (checking.has(key) || navigator.onLine === false || !queue.isWaiting()) return
  checking.add(key)
  try {
    // The other student of the thread may have logged in, in a tab that this page has not heard of yet.
    if (await isLoggedIn(deps, target.studentId)) await queue.retry(createDeliver(deps, target))
  } finally {
    checking.delete(key)
  }
}

/** Asks the server whether this student is logged in. Without the server, nobody is: the service worker cannot know. */
async function isLoggedIn({ api, queryClient }: SendDeps, studentId: number): Promise<boolean> {
  let answer: SessionUser | null | undefined
  await checkSession(api, queryClient, {
    request: async (...asked) => {
      answer = await fetchSession(...asked)
      return answer
    },
  })
  return answer?.id === studentId && storedAt.get() === undefined
}
