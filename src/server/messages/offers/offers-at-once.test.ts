import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import {
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { engines } from '#tests/support/databases.ts'
import { bob as bobsAccount, strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { openOfferSite } from '#tests/support/offer-site.ts'

const five = Array.from({ length: 5 }, (_, index) => index)

const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

/** Opens a site where Bob has made an offer. */
async function openOffered(engine: (typeof engines)[number]) {
  const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
  const { body } = await site.offer(site.bob, 12)
  const offer_id = Object(body.message).id as number
  const states = async () =>
    (await site.db.all<{ state: string }>(sql`SELECT state FROM offers ORDER BY message_id`)).map(
      ({ state }) => state,
    )
  const send = (author: typeof site.ada, answer: string, id = offer_id, threadId = site.threadId) =>
    author.post(apiPaths.answerOffer(threadId), { offer_id: id, answer })
  return { ...site, offer_id, states, send }
}

describe.each(engines)('offers at once on %s', (engine) => {
  it('of one student: one is open', async () => {
    const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
    const answers = await Promise.all(five.map((index) => site.offer(site.bob, 10 + index)))
    expect(sorted(answers)).toEqual([201, 409, 409, 409, 409])
  })

  it('of both students: one is open', async () => {
    const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
    const answers = await Promise.all([site.offer(site.bob, 10), site.offer(site.ada, 14)])
    expect(sorted(answers)).toEqual([201, 409])
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('of several accounts of a mailbox: three', async () => {
    const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
    const openThread = async (index: number) => {
      const email = bobsAccount.email.replace('@', `+${index}@`)
      const client = createJsonClient(await insertLoggedInStudent(site, { ...bobsAccount, email }))
      const first = { body: `Is it still available? ${index}` }
      const { body } = await client.post(apiPaths.listingMessages('misc', site.lamp.id), first)
      return { client, threadId: Number(body.thread_id) }
    }
    const threads = []
    for (const index of five) threads.push(await openThread(index))
    const answers = await Promise.all(
      threads.map(({ client, threadId }, index) => site.offer(client, 10 + index, {}, threadId)),
    )
    expect(sorted(answers)).toEqual([201, 201, 201, 429, 429])
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('accepted several times: once', async () => {
    const site = await openOffered(engine)
    const answers = await Promise.all(five.map(() => site.send(site.ada, 'accept')))
    expect(sorted(answers)).toEqual([201, 409, 409, 409, 409])
    expect(await site.textsOf(site.ada)).toHaveLength(3)
  })

  it('accepted, declined, countered and taken back: one of them', async () => {
    const site = await openOffered(engine)
    const answers = await Promise.all([
      site.send(site.ada, 'accept'),
      site.send(site.ada, 'decline'),
      site.offer(site.ada, 14, { counters: site.offer_id }),
      site.send(site.bob, 'withdraw'),
    ])
    expect(sorted(answers)).toEqual([201, 409, 409, 409])
    const isAccepted = (await site.states()).includes('accepted')
    expect(await site.status()).toBe(isAccepted ? 'pending' : 'available')
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('accepted while the seller marks the listing as sold: never both pending and sold', async () => {
    const site = await openOffered(engine)
    const [accepted, sold] = await Promise.all([
      site.send(site.ada, 'accept'),
      site.ada.post(apiPaths.status('misc', site.lamp.id), { status: 'sold' }),
    ])
    expect([201, 409]).toContain(accepted.status)
    expect(sold.status).toBe(200)
    expect(await site.status()).toBe('sold')
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('of two buyers, accepted together: the listing is pending for one', async () => {
    const site = await openOffered(engine)
    const { body } = await site.offer(site.eve, 13, {}, site.evesThreadId)
    const evesId = Object(body.message).id as number
    const answers = await Promise.all([
      site.send(site.ada, 'accept'),
      site.send(site.ada, 'accept', evesId, site.evesThreadId),
    ])
    expect(sorted(answers)).toEqual([201, 409])
    expect((await site.states()).toSorted()).toEqual(['accepted', 'open'])
    expect(await site.status()).toBe('pending')
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('undone by both: once, and the listing is available', async () => {
    const site = await openOffered(engine)
    await site.send(site.ada, 'accept')
    const answers = await Promise.all([site.send(site.ada, 'undo'), site.send(site.bob, 'undo')])
    expect(sorted(answers)).toEqual([201, 409])
    expect(await site.status()).toBe('available')
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('accepted while the buyer leaves: the listing is not pending for nobody', async () => {
    const site = await openOffered(engine)
    const leaving = site.bob.send('DELETE', apiPaths.account, { password: strongPassword })
    const accepted = await site.send(site.ada, 'accept')
    expect([201, 403]).toContain(accepted.status)
    expect((await leaving).status).toBe(204)
    expect(await site.status()).toBe('available')
    expect((await site.states()).includes('accepted')).toBe(false)
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('accepted while the buyer blocks the seller: the listing is not pending', async () => {
    const site = await openOffered(engine)
    const adaId = (await site.ada.get(apiPaths.me)).body.id
    const blocking = site.bob.put(apiPaths.block(adaId))
    expect([201, 403]).toContain((await site.send(site.ada, 'accept')).status)
    expect((await blocking).status).toBe(204)
    expect(await site.status()).toBe('available')
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it.each(['blocks', 'leaves'])(
    'in a deal that ends as one %s, beside messages in another thread',
    async (how) => {
      const site = await openOffered(engine)
      const { ada, bob } = site
      await site.send(ada, 'accept')
      const desk = { ...listingInputs.misc, title: 'Desk' }
      const { body: other } = await ada.post(apiPaths.list('misc'), desk)
      const first = { body: 'Is the desk still there?' }
      const { body: sent } = await bob.post(apiPaths.listingMessages('misc', other.id), first)
      const adaId = (await ada.get(apiPaths.me)).body.id
      const write = () =>
        ada.post(apiPaths.messages(Number(sent.thread_id)), { body: 'Yes, it is.' })
      const ending =
        how === 'blocks'
          ? bob.put(apiPaths.block(adaId))
          : bob.send('DELETE', apiPaths.account, { password: strongPassword })
      const written = await Promise.all(five.map(write))
      expect((await ending).status).toBe(204)
      for (const { status } of written) expect([201, 403]).toContain(status)
      expect(await site.status()).toBe('available')
      expect(await countDeadlocks(site.db)).toBe(0)
    },
  )
})
