import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { questionDelayMs } from '#contract/meeting-rules.ts'
import type { ThreadOffers } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatAmount } from '#format/format.ts'
import {
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { bob as bobsAccount } from '#tests/support/http-client.ts'
import { openMeetingSite } from '#tests/support/meeting-site.ts'

/** Opens a site where the lamp is pending for Eve, and Ada has just met Bob about it. */
async function openPendingForEve(engine: Engine) {
  const site = await openMeetingSite(engine, { RATE_LIMIT: 'off' })
  const { ada, clock, lamp } = site
  const account = { ...bobsAccount, firstName: 'Eve', email: at('eve') }
  const eve = createJsonClient(await insertLoggedInStudent(site, account))
  const first = { body: 'Could you hold the lamp for me?' }
  const { body: sent } = await eve.post(apiPaths.listingMessages('misc', lamp.id), first)
  const evesThreadId = Number(sent.thread_id)
  const { startsAt } = await site.agree()
  clock.now = startsAt + questionDelayMs
  const { body: offered } = await eve.post(apiPaths.offers(evesThreadId), { amount: 12 })
  const offer_id = Object(offered.message).id as number
  const press = (author: typeof ada, answer: string) =>
    author.post(apiPaths.answerOffer(evesThreadId), { offer_id, answer })
  expect((await press(ada, 'accept')).status).toBe(201)
  const readEves = async () => {
    const { body } = await eve.get(apiPaths.messages(evesThreadId))
    const texts = body.results.map((message) => String(message.body))
    return { texts, unread: Object(body.thread).unread, offers: body.offers as ThreadOffers }
  }
  return { ...site, eve, press, readEves, evesThreadId }
}

const dealIsOff = `Our deal at ${formatAmount(12)} is off.`

describe.each(engines)('the seller says that a meeting sold the thing, on %s', (engine) => {
  it('and a deal with somebody else is off, who reads it and can be told', async () => {
    const site = await openPendingForEve(engine)
    const { ada, db, eve, evesThreadId } = site
    await eve.post(apiPaths.readThread(evesThreadId), {})
    const { etag } = await site.poll(eve, apiPaths.messages(evesThreadId))
    expect((await site.tell(ada, 'sold')).status).toBe(204)
    expect(await site.lampStatus()).toBe('sold')
    expect((await site.poll(eve, apiPaths.messages(evesThreadId), etag)).status).toBe(200)
    const { texts, unread, offers } = await site.readEves()
    expect(texts.at(-1)).toBe(dealIsOff)
    expect([unread, offers.last?.state]).toEqual([1, 'undone'])
    // An email about the unread message is due.
    expect(
      await db.get(sql`
        SELECT mail_due_at IS NOT NULL AS is_due FROM thread_members
        WHERE thread_id = ${evesThreadId} AND is_buyer = 1`),
    ).toEqual({ is_due: 1 })
    const told = await ada.post(apiPaths.tellOthers(site.threadId))
    expect(told.status).toBeLessThan(300)
    expect((await site.readEves()).texts.at(-1)).not.toBe(dealIsOff)
  })

  it('and a deal with the same buyer stays', async () => {
    const site = await openPendingForEve(engine)
    const { ada, bob, db, threadId } = site
    await site.press(ada, 'undo')
    const { body } = await bob.post(apiPaths.offers(threadId), { amount: 13 })
    const accepted = { offer_id: Object(body.message).id, answer: 'accept' }
    expect((await ada.post(apiPaths.answerOffer(threadId), accepted)).status).toBe(201)
    expect((await site.tell(ada, 'sold')).status).toBe(204)
    expect(await db.all(sql`SELECT state FROM offers ORDER BY message_id`)).toEqual([
      { state: 'undone' },
      { state: 'accepted' },
    ])
    expect(await db.get(sql`SELECT status, went_for_cents FROM listings`)).toEqual({
      ...{ status: 'sold', went_for_cents: 13_00 },
    })
  })

  it('while the other buyer undoes the deal: it is off once', async () => {
    const site = await openPendingForEve(engine)
    const [told, undone] = await Promise.all([
      site.tell(site.ada, 'sold'),
      site.press(site.eve, 'undo'),
      site.bob.post(site.messages, { body: 'Thanks again!' }),
      site.eve.post(apiPaths.messages(site.evesThreadId), { body: 'When can we meet?' }),
    ])
    expect(told.status).toBe(204)
    expect([201, 409]).toContain(undone.status)
    expect(await site.lampStatus()).toBe('sold')
    const { texts } = await site.readEves()
    expect(texts.filter((text) => text === dealIsOff)).toHaveLength(1)
    expect(await countDeadlocks(site.db)).toBe(0)
  })
})
