import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pendingText } from '#contract/offer-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatAmount } from '#format/format.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { openOfferSite } from '#tests/support/offer-site.ts'

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
      `Our deal of ${formatAmount(14)} is off.`,
    ])
  })

  it('make the listing pending for the buyer, and tell the others', async () => {
    const site = await openOfferSite(engine)
    const { ada, bob, eve, evesThreadId } = site
    await site.offer(bob, 12)
    expect((await site.answer(ada, 'accept')).status).toBe(201)
    expect(await site.status()).toBe('pending')
    expect((await site.readOffers(bob)).last).toMatchObject({ state: 'accepted', moves: ['undo'] })
    expect((await site.textsOf(eve, evesThreadId)).at(-1)).toBe(pendingText)
    expect((await site.answer(bob, 'undo')).status).toBe(201)
    expect(await site.status()).toBe('available')
    expect((await site.readOffers(ada)).last).toMatchObject({ state: 'undone', moves: [] })
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
})
