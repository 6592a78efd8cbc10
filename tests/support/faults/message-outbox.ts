import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { MessagesPage, SendMessage, SendMessageResponse } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { parseJson, sendRequest } from './send-request.ts'
import { expectStatus, type StudentClient } from './students.ts'

/**
 * Opens the messages of one student in a thread about a listing. As in the web client, an unacknowledged message is sent
 * again with the same id before any other.
 */
export async function openMessageOutbox(url: string, { cookie }: StudentClient, listingId: number) {
  const acknowledged: SendMessage[] = []
  let pending: SendMessage | undefined

  async function send(body: string, path = apiPaths.messages(threadId)): Promise<number> {
    pending ??= { body, client_id: randomUUID() }
    const options = { method: 'POST', cookie, json: pending }
    const response = await expectStatus(sendRequest(url + path, options), 200, 201)
    acknowledged.push(pending)
    pending = undefined
    return parseJson<SendMessageResponse>(response).thread_id
  }

  async function readStored(): Promise<SendMessage[]> {
    const stored: SendMessage[] = []
    let query: string | undefined
    do {
      const response = sendRequest(url + apiPaths.messages(threadId, query), { cookie })
      const page = parseJson<MessagesPage>(await expectStatus(response, 200))
      const own = page.results.filter(({ is_own }) => is_own)
      stored.unshift(...own.map(({ body, client_id }) => ({ body, client_id })))
      query = page.previous ? `cursor=${page.previous}` : undefined
    } while (query)
    return stored
  }

  const threadId = await send('Is it still available?', apiPaths.listingMessages('misc', listingId))
  return {
    threadId,
    send,
    count: () => acknowledged.length,

    /**
     * Sends the pending message again, then returns the differences. Every acknowledged message should be stored once, in
     * order.
     */
    async compare(): Promise<string[]> {
      if (pending) await send(pending.body)
      const stored = await readStored()
      const length = Math.max(stored.length, acknowledged.length)
      const index = Array.from({ length }).findIndex(
        (_, each) => !isDeepStrictEqual(stored[each], acknowledged[each]),
      )
      if (index < 0) return []
      const describe = (messages: SendMessage[]) => messages[index]?.body ?? 'not there'
      const place = `message ${index + 1} of thread ${threadId}`
      return [`${place} is ${describe(stored)}, not ${describe(acknowledged)}`]
    },
  }
}

export type MessageOutbox = Awaited<ReturnType<typeof openMessageOutbox>>
