import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListingStatus } from '#contract/listing-status.ts'
import { meetUpSpots } from '#contract/meeting-rules.ts'
import type { ThreadMeetings } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import {
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { bob as bobsAccount } from '#tests/support/http-client.ts'
import { openOfferSite } from '#tests/support/offer-site.ts'
import { dayMs } from '../durations.ts'

const gone = "Sorry, it's gone."

/** Opens a site where Bob, Eve and Liam have written to Ada about her lamp. */
async function open(engine: Engine) {
  const site = await openOfferSite(engine)
  const { ada, lamp } = site
  const name = { firstName: 'Liam', lastName: 'Stone' }
  const account = { ...bobsAccount, ...name, email: at('liam') }
  const liam = createJsonClient(await insertLoggedInStudent(site, account))
  const first = { body: 'Would you take ten for the lamp?' }
  const { body } = await liam.post(apiPaths.listingMessages('misc', lamp.id), first)
  return {
    ...site,
    liam,
    liamsThreadId: Number(body.thread_id),
    mark: (status: ListingStatus) => ada.post(apiPaths.status('misc', lamp.id), { status }),
    tell: (teller = ada, id = site.threadId) => teller.post(apiPaths.tellOthers(id)),
    namesFor: async (reader = ada, id = site.threadId) =>
      (await reader.get(apiPaths.messages(id))).body.to_tell as string[],
  }
}

const idOf = async ({ get }: Awaited<ReturnType<typeof open>>['ada']) =>
  Number((await get(apiPaths.me)).body.id)

/** A student proposes a meeting for tomorrow, and Ada accepts it. */
async function agreeToMeet(
  { ada, clock }: Awaited<ReturnType<typeof open>>,
  student: Awaited<ReturnType<typeof open>>['ada'],
  threadId: number,
) {
  const times = [`${campusIsoDate(clock.now + dayMs)}T15:00`]
  const place = { place_kind: 'spot', place: meetUpSpots()[0]?.name }
  const proposed = { ...place, times, client_id: crypto.randomUUID() }
  await student.post(apiPaths.meetings(threadId), proposed)
  const { current } = (await ada.get(apiPaths.messages(threadId))).body.meetings as ThreadMeetings
  const seen = {
    meeting_id: current?.id,
    proposal_id: current?.proposal?.id,
    time: current?.proposal?.times[0],
  }
  const accepted = { ...seen, answer: 'accept', client_id: crypto.randomUUID() }
  expect((await ada.post(apiPaths.answerMeeting(threadId), accepted)).status).toBe(201)
  return current
}

describe.each(anyEngine)('telling others that it is gone on %s', (engine) => {
  it('names and tells those who wrote, the last one first, once it is sold', async () => {
    const site = await open(engine)
    expect(await site.namesFor()).toEqual([])
    expect((await site.tell()).status, 'before it is sold').toBe(409)
    await site.mark('sold')
    expect(await site.namesFor()).toEqual(['Liam Stone', `Eve ${bobsAccount.lastName}`])
    expect(await site.namesFor(site.bob), 'a buyer').toEqual([])
    expect((await site.tell(site.bob)).status).toBe(403)

    expect(await site.tell()).toMatchObject({ status: 200, body: { told: 2 } })
    expect((await site.textsOf(site.liam, site.liamsThreadId)).at(-1)).toBe(gone)
    expect((await site.textsOf(site.eve, site.evesThreadId)).at(-1)).toBe(gone)
    expect(await site.textsOf(site.bob)).not.toContain(gone)
    const emails = await site.db.all(sql`
      SELECT thread_id FROM thread_members WHERE is_buyer = 1 AND mail_due_at IS NOT NULL`)
    expect(emails, 'an email as for any message').toHaveLength(2)
  })

  it('happens once for a sale, from whichever conversation', async () => {
    const site = await open(engine)
    await site.mark('sold')
    await site.tell()
    expect((await site.tell()).body).toEqual({ told: 0 })
    expect((await site.tell(site.ada, site.evesThreadId)).body).toEqual({ told: 0 })
    expect(await site.namesFor(site.ada, site.evesThreadId)).toEqual([])
    await site.mark('available')
    await site.mark('sold')
    expect((await site.tell()).body, 'within a day').toEqual({ told: 0 })
    await site.mark('available')
    await site.db.run(sql`UPDATE messages SET created_at = created_at - ${2 * dayMs}`)
    await site.mark('sold')
    expect((await site.tell()).body, 'later').toEqual({ told: 2 })
  })

  it('leaves out the buyer of a deal, who was told already, and who is blocked', async () => {
    const site = await open(engine)
    await site.offer(site.bob, 12)
    await site.answer(site.ada, 'accept')
    await site.mark('sold')
    const others = () => site.namesFor(site.ada, site.liamsThreadId)
    expect(await others(), 'not Bob').toEqual([`Eve ${bobsAccount.lastName}`, 'Liam Stone'])
    await site.ada.post(apiPaths.messages(site.liamsThreadId), { body: gone })
    expect(await others()).toEqual([`Eve ${bobsAccount.lastName}`])
    await site.ada.post(apiPaths.messages(site.evesThreadId), { body: gone })
    expect(await others()).toEqual([])

    const other = await open(engine)
    await other.mark('sold')
    await other.ada.put(apiPaths.block(await idOf(other.eve)))
    await other.liam.put(apiPaths.block(await idOf(other.ada)))
    expect(await other.namesFor()).toEqual([])
    expect((await other.tell()).body).toEqual({ told: 0 })
    expect(await other.textsOf(other.liam, other.liamsThreadId)).not.toContain(gone)
  })

  it('leaves out who bought it at a meeting, and tells the student of the open conversation', async () => {
    const site = await open(engine)
    const { ada, bob, clock, threadId } = site
    const current = await agreeToMeet(site, bob, threadId)
    clock.now += 2 * dayMs
    await site.db.run(
      sql`UPDATE sessions SET created_at = ${clock.now}, refreshed_at = ${clock.now}`,
    )
    const told = { meeting_id: current?.id, answer: 'sold' }
    expect((await ada.post(apiPaths.meetingOutcome(threadId), told)).status).toBe(204)

    const others = ['Liam Stone', `Eve ${bobsAccount.lastName}`]
    expect(await site.namesFor()).toEqual(others)
    expect(await site.namesFor(ada, site.evesThreadId), 'Eve did not buy it').toEqual(others)
    expect((await site.tell(ada, site.evesThreadId)).body).toEqual({ told: 2 })
    expect((await site.textsOf(site.eve, site.evesThreadId)).at(-1)).toBe(gone)
    expect(await site.textsOf(bob)).not.toContain(gone)
  })

  it('leaves out the only student with a meeting to come, unless somebody else has a deal', async () => {
    const site = await open(engine)
    await agreeToMeet(site, site.bob, site.threadId)
    await site.mark('sold')
    const eve = `Eve ${bobsAccount.lastName}`
    expect(await site.namesFor(), 'in the conversation with Bob').toEqual(['Liam Stone', eve])
    expect(await site.namesFor(site.ada, site.evesThreadId), 'not Bob').toEqual(['Liam Stone'])
    await site.mark('available')
    await agreeToMeet(site, site.liam, site.liamsThreadId)
    await site.mark('sold')
    expect(await site.namesFor(), 'two meetings tell nothing').toEqual(['Liam Stone', eve])

    const other = await open(engine)
    await agreeToMeet(other, other.liam, other.liamsThreadId)
    await other.offer(other.bob, 12)
    await other.answer(other.ada, 'accept')
    await other.mark('sold')
    expect(await other.namesFor()).toContain('Liam Stone')
  })

  it('counts as one message of the hour', async () => {
    const site = await open(engine)
    await site.mark('sold')
    await site.tell()
    const counters = await site.db.all<{ count: number }>(sql`
      SELECT count FROM rate_limits WHERE bucket LIKE 'messages:%' ORDER BY count`)
    expect(counters.map(({ count }) => count)).toContain(1)
    await site.mark('available')
    await site.db.run(sql`UPDATE messages SET created_at = created_at - ${2 * dayMs}`)
    await site.mark('sold')
    await site.db.run(sql`UPDATE rate_limits SET count = 60 WHERE bucket LIKE 'messages:%'`)
    expect((await site.tell()).status).toBe(429)
    expect((await site.namesFor()).length, 'nothing was sent').toBe(2)
  })
})

describe.each(engines)('telling others at once on %s', (engine) => {
  it('tells each of them once', async () => {
    const site = await open(engine)
    await site.mark('sold')
    const answers = await Promise.all([
      site.tell(),
      site.tell(),
      site.tell(site.ada, site.evesThreadId),
      site.eve.post(apiPaths.messages(site.evesThreadId), { body: 'Is it there?' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201])
    const rows = await site.db.all<{ count: number }>(sql`
      SELECT COUNT(*) AS count FROM messages WHERE kind = 'gone' GROUP BY thread_id`)
    expect(rows.map(({ count }) => Number(count))).toEqual([1, 1])
    expect(await countDeadlocks(site.db)).toBe(0)
  })
})
