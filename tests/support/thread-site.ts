import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from './build-test-app-with-users.ts'
import type { Engine } from './databases.ts'
import { listingInputs } from './listing-inputs.ts'

/** Opens the test app, where Bob has written to Ada about her lamp. */
export async function openThreadSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestAppWithUsers(engine, settings)
  const { app, ada, bob } = site
  const { body: lamp } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
  const first = { body: 'Is the lamp still available?' }
  const { body: sent } = await bob.post(apiPaths.listingMessages('misc', lamp.id), first)
  const threadId = Number(sent.thread_id)
  const messages = apiPaths.messages(threadId)

  /** Polls like a tab that shows the content with this ETag. */
  async function poll(reader: { cookie: () => string }, url: string, etag = '') {
    const headers = { cookie: reader.cookie(), 'if-none-match': etag }
    const response = await app.inject({ url, headers })
    return { status: response.statusCode, etag: String(response.headers.etag), text: response.body }
  }

  return {
    ...site,
    lamp,
    threadId,
    messages,
    poll,
    read: (reader: typeof ada, message_id?: unknown) =>
      reader.post(apiPaths.readThread(threadId), { message_id }),
    reply: async (author: typeof ada, body: string) =>
      Object((await author.post(messages, { body })).body.message) as { id: number },
  }
}
