import { randomUUID } from 'node:crypto'
import type { ThreadOffers } from '#contract/messages.ts'
import type { OfferMove } from '#contract/offer-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { createJsonClient, insertLoggedInStudent } from './build-test-app-with-users.ts'
import { at } from './campus-email.ts'
import type { Engine } from './databases.ts'
import { bob as bobsAccount } from './http-client.ts'
import { openThreadSite } from './thread-site.ts'

/** Opens the test app, where Bob and Eve have written to Ada about her lamp, which costs 15. */
export async function openOfferSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await openThreadSite(engine, settings)
  const { ada, lamp, threadId } = site
  type Client = typeof ada
  const eve = createJsonClient(
    await insertLoggedInStudent(site, { ...bobsAccount, firstName: 'Eve', email: at('eve') }),
  )
  const first = { body: 'Could you hold the lamp for me?' }
  const { body: sent } = await eve.post(apiPaths.listingMessages('misc', lamp.id), first)
  const evesThreadId = Number(sent.thread_id)

  const readThread = async (reader: Client, id = threadId) =>
    (await reader.get(apiPaths.messages(id))).body
  const readOffers = async (reader: Client, id = threadId) =>
    (await readThread(reader, id)).offers as ThreadOffers
  return {
    ...site,
    eve,
    evesThreadId,
    readOffers,
    offer: (author: Client, amount: unknown, rest: object = {}, id = threadId) =>
      author.post(apiPaths.offers(id), { amount, client_id: randomUUID(), ...rest }),
    /** Answers the newest offer of the thread. */
    answer: async (author: Client, answer: OfferMove, id = threadId) => {
      const { last } = await readOffers(author, id)
      return author.post(apiPaths.answerOffer(id), { offer_id: last?.id, answer })
    },
    counter: async (author: Client, amount: number, id = threadId) => {
      const { last } = await readOffers(author, id)
      return author.post(apiPaths.offers(id), { amount, counters: last?.id })
    },
    unreadOf: async (reader: Client) => Object((await readThread(reader)).thread).unread as number,
    textsOf: async (reader: Client, id = threadId) =>
      (await readThread(reader, id)).results.map(({ body }) => String(body)),
    status: async () => (await ada.get(apiPaths.listing('misc', lamp.id))).body.status,
  }
}
