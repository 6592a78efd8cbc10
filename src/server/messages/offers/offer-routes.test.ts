import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListingStatus } from '#contract/listing-status.ts'
import { cannotMessageText } from '#contract/message-rules.ts'
import { defaultDeclineText, offerHours, pendingText } from '#contract/offer-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatAmount } from '#format/format.ts'
import {
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { bob as bobsAccount, strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { openOfferSite } from '#tests/support/offer-site.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { endExpiredOffers } from './offer-queries.ts'

type Site = Awaited<ReturnType<typeof openOfferSite>>

const setStatus = ({ ada, lamp }: Site, status: ListingStatus) =>
  ada.post(apiPaths.status('misc', lamp.id), { status })

const edit = ({ ada, lamp }: Site, changes: object) =>
  ada.put(apiPaths.listing('misc', lamp.id), { ...listingInputs.misc, ...changes })

const idOf = async ({ get }: Site['ada']) => (await get(apiPaths.me)).body.id

/** Opens a site where the lamp is pending for Bob. */
async function openDeal(engine: Parameters<typeof openOfferSite>[0]) {
  const site = await openOfferSite(engine)
  await site.offer(site.bob, 12)
  await site.answer(site.ada, 'accept')
  expect(await site.status()).toBe('pending')
  return site
}

describe.each(anyEngine)('offers on %s', (engine) => {
  it('are messages of the thread that read as sentences', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob } = site
    const { status, body } = await site.offer(bob, 12)
    expect(status).toBe(201)
    expect(body.message).toMatchObject({
      is_own: true,
      body: `I offer ${formatAmount(12)}.`,
      structured: { kind: 'offer', amount: 12 },
    })
    await site.counter(ada, 14)
    await site.answer(bob, 'accept')
    await site.answer(ada, 'undo')
    expect((await site.textsOf(ada)).slice(1)).toEqual([
      `I offer ${formatAmount(12)}.`,
      `You can have it for ${formatAmount(14)} instead.`,
      `It's a deal: ${formatAmount(14)}.`,
      `Our deal at ${formatAmount(14)} is off.`,
    ])
  })

  it('that are declined or taken back change nothing for other buyers', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, eve } = site
    await site.offer(bob, 12)
    const { etag } = await site.poll(eve, apiPaths.threads())
    const { etag: bobs } = await site.poll(bob, apiPaths.threads())
    await site.answer(ada, 'decline')
    expect((await site.poll(eve, apiPaths.threads(), etag)).status).toBe(304)
    expect((await site.poll(bob, apiPaths.threads(), bobs)).status).toBe(200)
    await site.offer(bob, 13)
    await site.answer(bob, 'withdraw')
    expect((await site.poll(eve, apiPaths.threads(), etag)).status).toBe(304)
    await site.offer(bob, 14)
    await site.answer(ada, 'accept')
    expect((await site.poll(eve, apiPaths.threads(), etag)).status).toBe(200)
  })

  it('make the listing pending for the buyer, and tell the others once', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, eve, evesThreadId } = site
    await site.offer(bob, 12)
    expect((await site.answer(ada, 'accept')).status).toBe(201)
    expect(await site.status()).toBe('pending')
    expect((await site.readOffers(bob)).last).toMatchObject({ state: 'accepted', moves: ['undo'] })
    expect((await site.textsOf(eve, evesThreadId)).at(-1)).toBe(pendingText)
    expect((await eve.get(apiPaths.me)).body.unread).toBe(1)
    expect((await site.answer(bob, 'undo')).status).toBe(201)
    expect(await site.status()).toBe('available')
    expect((await site.readOffers(ada)).last).toMatchObject({ state: 'undone', moves: [] })
    // The last message in Eve's thread already says it.
    await site.offer(bob, 13)
    await site.answer(ada, 'accept')
    const texts = await site.textsOf(eve, evesThreadId)
    expect(texts.filter((text) => text === pendingText)).toHaveLength(1)
  })

  it('are known as the price of the deal to the seller alone, until the deal is off', async () => {
    const site = await openDeal(engine)
    const { ada, bob, eve, lamp, threadId, evesThreadId } = site
    const read = async (reader: typeof ada, id: number) => {
      const one = (await reader.get(apiPaths.listing('misc', lamp.id))).body
      const all = (await reader.get(`/api/users/${await idOf(ada)}/misc`)).body
      const { thread } = (await reader.get(apiPaths.messages(id))).body
      return [one, Object(all)[0], Object(thread).listing].map((each) => each.agreed_price)
    }
    expect(await read(ada, threadId)).toEqual([12, 12, 12])
    // Another buyer's conversation has it too: there the seller can call the deal off as well.
    expect(await read(ada, evesThreadId)).toEqual([12, 12, 12])
    const none = [undefined, undefined, undefined]
    expect(await read(bob, threadId)).toEqual(none)
    expect(await read(eve, evesThreadId)).toEqual(none)
    await setStatus(site, 'available')
    expect(await read(ada, threadId)).toEqual(none)
  })

  it('say what the listing went for once it is sold', async () => {
    const site = await openDeal(engine)
    await setStatus(site, 'sold')
    const read = () => site.db.all(sql`SELECT went_for_cents FROM listings`)
    expect(await read()).toEqual([{ went_for_cents: 12_00 }])
  })

  it('tell nobody who has blocked the seller or is blocked', async () => {
    const site = await openOfferSite(engine)
    await site.eve.put(apiPaths.block(await idOf(site.ada)))
    await site.offer(site.bob, 12)
    await site.answer(site.ada, 'accept')
    expect(await site.textsOf(site.eve, site.evesThreadId)).not.toContain(pendingText)
  })

  it('are made once for each client id', async () => {
    const site = await openOfferSite(engine)
    const client_id = randomUUID()
    const first = await site.offer(site.bob, 12, { client_id })
    const again = await site.offer(site.bob, 13, { client_id })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    const accepted = { offer_id: Object(first.body.message).id, answer: 'accept', client_id }
    const path = apiPaths.answerOffer(site.threadId)
    const answers = [await site.ada.post(path, accepted), await site.ada.post(path, accepted)]
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
  })

  it('wait one at a time', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob } = site
    await site.offer(bob, 12)
    const own = await site.offer(bob, 13)
    expect([own.status, own.body.error]).toEqual([
      409,
      `Your offer of ${formatAmount(12)} is still open. Withdraw it first.`,
    ])
    const crossing = await site.offer(ada, 14)
    expect([crossing.status, crossing.body.error]).toEqual([
      409,
      `There is an open offer of ${formatAmount(12)}. Answer it first.`,
    ])
    expect((await site.answer(bob, 'accept')).status).toBe(409)
    expect((await site.answer(ada, 'withdraw')).status).toBe(409)
    expect((await site.answer(bob, 'withdraw')).status).toBe(201)
    expect((await site.offer(ada, 14)).status).toBe(201)
    expect((await site.offer(bob, 13, { counters: 999 })).status).toBe(409)
  })

  it.each([0, -1, 1.5, 1_000_001, '12', null, undefined])(
    'refuse the amount %s',
    async (amount) => {
      const site = await openOfferSite(engine)
      const { status, body } = await site.offer(site.bob, amount)
      expect([status, body.fields.amount]).toEqual([
        400,
        'Enter a whole amount from 1 to 1,000,000',
      ])
    },
  )

  it('end by the clock, also for open tabs, and the cleanup writes it down', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, db, clock, poll, messages } = site
    await site.offer(bob, 12)
    clock.now += (offerHours - 1) * hourMs
    const { etag } = await poll(ada, messages)
    clock.now += hourMs - 1
    expect((await poll(ada, messages, etag)).status).toBe(304)
    expect((await site.readOffers(ada)).last?.state).toBe('open')
    clock.now += 1
    expect((await poll(ada, messages, etag)).status).toBe(200)
    expect((await site.readOffers(ada)).last).toMatchObject({ state: 'ended', moves: [] })
    const late = await site.answer(ada, 'accept')
    expect([late.status, late.body.error]).toEqual([409, 'This offer has ended.'])
    await endExpiredOffers(db, clock.now)
    expect(await db.all(sql`SELECT state FROM offers`)).toEqual([{ state: 'ended' }])
    expect((await site.offer(bob, 13)).status).toBe(201)
  })

  it('change what both poll', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, poll, messages } = site
    const steps = [
      () => site.offer(bob, 12),
      () => site.counter(ada, 14),
      () => site.answer(bob, 'decline'),
      () => site.offer(bob, 13),
      () => site.answer(ada, 'accept'),
      () => site.answer(ada, 'undo'),
    ]
    for (const step of steps) {
      const etags = await Promise.all([ada, bob].map((reader) => poll(reader, messages)))
      expect((await step()).status).toBe(201)
      for (const [index, reader] of [ada, bob].entries()) {
        expect((await poll(reader, messages, etags[index]?.etag)).status).toBe(200)
      }
    }
  })

  it('of buyers are three in 24 hours, counter-offers included', async () => {
    const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
    const { ada, bob, clock } = site
    for (const amount of [10, 11]) {
      await site.offer(bob, amount)
      await site.answer(ada, 'decline')
      clock.now += hourMs
    }
    await site.offer(ada, 14)
    expect((await site.counter(bob, 12)).status).toBe(201)
    await site.answer(ada, 'decline')
    expect((await site.offer(bob, 13)).status).toBe(429)
    clock.now += dayMs - 2 * hourMs - 1
    expect((await site.offer(bob, 13)).status).toBe(429)
    clock.now += 1
    expect((await site.offer(bob, 13)).status).toBe(201)
  })

  it('of buyers are counted together for all accounts of a mailbox', async () => {
    const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
    const { bob, lamp } = site
    for (const amount of [10, 11, 12]) {
      await site.offer(bob, amount)
      await site.answer(bob, 'withdraw')
    }
    const offerAs = async (email: string) => {
      const account = { ...bobsAccount, email }
      const client = createJsonClient(await insertLoggedInStudent(site, account))
      const first = { body: `Is it still available? ${email}` }
      const sent = await client.post(apiPaths.listingMessages('misc', lamp.id), first)
      return (await site.offer(client, 13, {}, Number(sent.body.thread_id))).status
    }
    expect(await offerAs(bobsAccount.email.replace('@', '+books@'))).toBe(429)
    expect(await offerAs(at('dan'))).toBe(201)
  })

  it('are refused where they make no sense', async () => {
    const site = await openOfferSite(engine)
    const { bob } = site
    for (const [changes, error] of [
      [{ price_is_firm: true }, 'The price is firm.'],
      [{ price_is_firm: false, is_free: true, price: 0 }, "This listing doesn't take offers."],
      [{ is_free: false, listing_type: 'Wanting' }, "This listing doesn't take offers."],
    ] as const) {
      expect((await edit(site, changes)).status).toBe(200)
      const { status, body } = await site.offer(bob, 12)
      expect([status, body.error]).toEqual([409, error])
      expect((await site.readOffers(bob)).can_offer).toBe(false)
    }
    await edit(site, {})
    expect((await site.readOffers(bob)).can_offer).toBe(true)
    await setStatus(site, 'sold')
    expect((await site.offer(bob, 12)).body.error).toBe('This listing is no longer available.')
    expect((await site.readOffers(bob)).can_offer).toBe(false)
  })

  it('can still be accepted once the price is firm, but not countered, which the page knows', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, messages } = site
    await site.offer(bob, 12)
    await edit(site, { price_is_firm: true })
    const { thread } = (await ada.get(messages)).body
    expect(Object(thread).listing).toMatchObject({ price_is_firm: true })
    expect((await site.counter(ada, 14)).body.error).toBe('The price is firm.')
    expect((await site.answer(ada, 'accept')).status).toBe(201)
  })

  it('end with a sale, and come back with it', async () => {
    const site = await openOfferSite(engine)
    await site.offer(site.bob, 12)
    await setStatus(site, 'sold')
    expect((await site.readOffers(site.ada)).last?.state).toBe('ended')
    expect((await site.answer(site.ada, 'accept')).status).toBe(409)
    await setStatus(site, 'available')
    expect((await site.readOffers(site.ada)).last?.state).toBe('open')
  })

  it('are accepted for one buyer at a time', async () => {
    const site = await openDeal(engine)
    const { ada, bob, eve, evesThreadId } = site
    expect((await site.offer(eve, 15, {}, evesThreadId)).status).toBe(201)
    const { status, body } = await site.answer(ada, 'accept', evesThreadId)
    expect([status, body.error]).toEqual([
      409,
      "It's pending for someone else. Undo that deal first.",
    ])
    const { last } = await site.readOffers(ada, evesThreadId)
    await site.offer(ada, 16, { counters: last?.id }, evesThreadId)
    expect((await site.answer(eve, 'accept', evesThreadId)).body.error).toBe(
      "It's pending for someone else. You can accept if it becomes available again.",
    )
    expect((await site.offer(bob, 13)).status).toBe(409)
    await site.answer(bob, 'undo')
    expect((await site.answer(eve, 'accept', evesThreadId)).status).toBe(201)
    expect(await site.status()).toBe('pending')
  })

  it('can no longer be undone after the sale', async () => {
    const site = await openDeal(engine)
    await setStatus(site, 'sold')
    expect((await site.readOffers(site.bob)).last).toMatchObject({ state: 'accepted', moves: [] })
    expect((await site.answer(site.bob, 'undo')).status).toBe(409)
  })

  it('need a thread in which both can write', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, eve } = site
    await site.offer(bob, 12)
    expect((await site.offer(eve, 12, {}, site.threadId)).status).toBe(404)
    await ada.put(apiPaths.block(await idOf(bob)))
    expect((await site.readOffers(bob)).last).toMatchObject({ state: 'ended', moves: [] })
    expect((await site.offer(bob, 13)).body.error).toBe(cannotMessageText)
    expect((await site.answer(bob, 'withdraw')).status).toBe(403)
  })
})

describe.each(anyEngine)('a deal on %s', (engine) => {
  it('is off when the seller marks the listing as available', async () => {
    const site = await openDeal(engine)
    await setStatus(site, 'available')
    expect((await site.readOffers(site.bob)).last?.state).toBe('undone')
    expect((await site.textsOf(site.bob)).at(-1)).toBe(`Our deal at ${formatAmount(12)} is off.`)
    expect((await site.bob.get(apiPaths.me)).body.unread).toBe(1)
  })

  it('can be undone by a suspended seller, because a pending listing is listed as well', async () => {
    const site = await openDeal(engine)
    const { ada, db, clock } = site
    await suspendTestStudent(db, { studentId: Number(await idOf(ada)), now: clock.now })
    expect((await setStatus(site, 'available')).status).toBe(403)
    expect((await site.answer(ada, 'undo')).status).toBe(201)
    expect(await site.status()).toBe('available')
  })

  it('is off when the buyer deletes the account', async () => {
    const site = await openDeal(engine)
    const { ada, bob } = site
    const { status } = await bob.send('DELETE', apiPaths.account, { password: strongPassword })
    expect(status).toBe(204)
    expect(await site.status()).toBe('available')
    expect((await site.textsOf(ada)).at(-1)).toBe(`Our deal at ${formatAmount(12)} is off.`)
    expect((await site.readOffers(ada)).last).toMatchObject({ state: 'undone', moves: [] })
  })

  it.each(['ada', 'bob'] as const)('is off when %s blocks the other', async (name) => {
    const site = await openDeal(engine)
    const blocked = await idOf(name === 'ada' ? site.bob : site.ada)
    expect((await site[name].put(apiPaths.block(blocked))).status).toBe(204)
    expect(await site.status()).toBe('available')
    expect((await site.readOffers(site[name])).last?.state).toBe('undone')
    expect(await site.unreadOf(site[name])).toBe(0)
  })

  it('is off when the buyer is banned, also while the listing is hidden', async () => {
    const site = await openDeal(engine)
    const { db, eve, bob, lamp } = site
    await db.run(sql`UPDATE users SET role = 'admin' WHERE id = ${await idOf(eve)}`)
    await db.run(sql`
      UPDATE listings SET status_before = status, status_changed_before = status_changed_at,
        status = 'hidden' WHERE id = ${lamp.id}`)
    const { status } = await eve.post(apiPaths.studentDecisions(await idOf(bob)), {
      action: 'ban',
      reason: 'scam',
      note: 'A fake',
      seen: null,
    })
    expect(status).toBe(200)
    expect(await db.get(sql`SELECT status_before FROM listings WHERE id = ${lamp.id}`)).toEqual({
      status_before: 'available',
    })
  })
})

describe.each(anyEngine)('the lowest offer on %s', (engine) => {
  const secret = { lowest_offer: 11, decline_text: 'My dog paid more.' }

  it('declines lower ones at once, with the words of the seller', async () => {
    const site = await openOfferSite(engine)
    await edit(site, { lowest_offer: 11 })
    await site.read(site.ada)
    const { body } = await site.offer(site.bob, 10)
    // The answer to the request is the same as for a higher offer.
    expect(body.message).toMatchObject({ structured: { kind: 'offer', amount: 10 } })
    expect((await site.textsOf(site.bob)).at(-1)).toBe(defaultDeclineText)
    expect((await site.readOffers(site.bob)).last).toMatchObject({ state: 'declined', moves: [] })
    await edit(site, secret)
    await site.offer(site.bob, 10)
    expect((await site.textsOf(site.bob)).at(-1)).toBe(secret.decline_text)
    // The seller does not want to hear of them.
    expect(await site.unreadOf(site.ada)).toBe(0)
    await site.offer(site.bob, 11)
    expect((await site.readOffers(site.bob)).last?.state).toBe('open')
    expect(await site.unreadOf(site.ada)).toBe(1)
  })

  it('does not count once the price is as low, and cannot refuse a firm price', async () => {
    const site = await openOfferSite(engine)
    await edit(site, { lowest_offer: 11 })
    expect((await edit(site, { price: 10 })).status).toBe(200)
    await site.offer(site.bob, 10)
    expect((await site.readOffers(site.bob)).last?.state).toBe('open')
    // The form does not show the lowest offer while the price is firm.
    const firm = { price: 10, lowest_offer: 11, price_is_firm: true }
    expect((await edit(site, firm)).status).toBe(200)
    expect((await edit(site, { ...firm, price_is_firm: false })).body.fields).toEqual({
      lowest_offer: 'Must be lower than the price',
    })
  })

  it('is shown to the seller alone', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, db, lamp, threadId } = site
    const secrets = { lowest_offer: 13, decline_text: 'Unmistakable words' }
    const { body: saved } = await edit(site, secrets)
    const adaId = await idOf(ada)
    const own = (await ada.get(apiPaths.userListings(adaId, 'misc'))).body
    expect(Object(own)[0]).toMatchObject(secrets)
    const exported = (await ada.get(apiPaths.accountExport)).body
    expect(Object(exported).listings[0].offers).toEqual({
      isFirm: false,
      lowest: 13,
      declineText: 'Unmistakable words',
    })
    await db.run(sql`UPDATE users SET role = 'admin' WHERE id = ${await idOf(site.eve)}`)
    const readers = [bob, site.eve, site.visitor]
    const paths = [
      apiPaths.listing('misc', lamp.id),
      apiPaths.list('misc'),
      apiPaths.userListings(adaId, 'misc'),
      apiPaths.user(adaId),
      apiPaths.messages(threadId),
      apiPaths.threads(),
      apiPaths.accountExport,
      apiPaths.moderatedListing('misc', lamp.id),
    ]
    // Each of them reads something about the lamp, the admin even as a case.
    const read = async ({ get }: (typeof readers)[number]) =>
      Promise.all(paths.map(async (path) => (await get(path)).status))
    expect(await read(bob)).toEqual([200, 200, 200, 200, 200, 200, 200, 404])
    expect(await read(site.eve)).toEqual([200, 200, 200, 200, 404, 200, 200, 200])
    expect(await read(site.visitor)).toEqual([200, 200, 200, 200, 401, 401, 401, 401])
    for (const { get } of readers) {
      for (const path of paths) {
        const text = JSON.stringify((await get(path)).body)
        for (const word of ['lowest', 'decline_text', 'Unmistakable']) {
          expect(text.includes(word) ? `${path} ${word}` : '').toBe('')
        }
      }
    }
    expect(JSON.stringify(saved)).not.toContain('Unmistakable')
  })

  it('stays when a change leaves it out, and is lower than the price', async () => {
    const site = await openOfferSite(engine)
    const own = async () =>
      Object((await site.ada.get(apiPaths.userListings(await idOf(site.ada), 'misc'))).body)[0]
    await edit(site, { ...secret, price_is_firm: true })
    await edit(site, { title: 'Lamp' })
    expect(await own()).toMatchObject({ ...secret, price_is_firm: true })
    await edit(site, { price_is_firm: false, lowest_offer: null, decline_text: '' })
    expect(await own()).toMatchObject({ lowest_offer: null, decline_text: null })
    expect(await own()).not.toHaveProperty('price_is_firm')
    for (const [changes, fields] of [
      [{ lowest_offer: 15 }, { lowest_offer: 'Must be lower than the price' }],
      [{ lowest_offer: 0 }, { lowest_offer: 'Enter a whole amount from 1 to 1,000,000' }],
      [{ decline_text: 'x'.repeat(301) }, { decline_text: 'Must be at most 300 characters' }],
    ]) {
      const { status, body } = await edit(site, changes ?? {})
      expect([status, body.fields]).toEqual([400, fields])
    }
  })
})

describe.each(engines)('a counter-offer below the lowest offer on %s', (engine) => {
  it("is declined, and leaves the seller's own offer open", async () => {
    const site = await openOfferSite(engine)
    const { ada, bob } = site
    await edit(site, { lowest_offer: 11 })
    await site.read(ada)
    await site.offer(ada, 14)
    const { status, body } = await site.counter(bob, 10)
    expect([status, Object(body.message).body]).toEqual([
      201,
      `I offer ${formatAmount(10)} instead.`,
    ])
    expect((await site.textsOf(bob)).at(-1)).toBe(defaultDeclineText)
    // The seller hears nothing, and has lost nothing.
    expect(await site.unreadOf(ada)).toBe(0)
    expect((await site.readOffers(ada)).last).toMatchObject({
      amount: 14,
      state: 'open',
      moves: ['withdraw'],
    })
    expect((await site.answer(bob, 'accept')).status).toBe(201)
    expect(await site.status()).toBe('pending')
    expect((await site.readOffers(ada)).last).toMatchObject({ amount: 14, state: 'accepted' })
    expect((await site.answer(ada, 'undo')).status).toBe(201)
    expect((await site.offer(bob, 12)).status).toBe(201)
  })
})
