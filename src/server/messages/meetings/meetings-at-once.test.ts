import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { questionDelayMs } from '#contract/meeting-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { openMeetingSite } from '#tests/support/meeting-site.ts'

const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

const openSite = (engine: Engine) => openMeetingSite(engine, { RATE_LIMIT: 'off' })

/** Opens a site where Bob has proposed three times. */
async function openProposed(engine: Engine) {
  const site = await openSite(engine)
  await site.propose(site.bob, [site.at(2), site.at(3), site.at(4)])
  const { id, proposal } = await site.current(site.ada)
  const seen = { meeting_id: id, proposal_id: id }
  const accept = (index: number) =>
    site.press(site.ada, 'accept', { ...seen, time: proposal?.times[index] })
  const states = () =>
    site.db.all<{ state: string }>(sql`SELECT state FROM meetings ORDER BY message_id`)
  return { ...site, seen, accept, states, times: proposal?.times ?? [] }
}

describe.each(engines)('meetings at once on %s', (engine) => {
  it('proposed by both: one is open', async () => {
    const site = await openSite(engine)
    const answers = await Promise.all([
      site.propose(site.bob, [site.at(2)]),
      site.propose(site.ada, [site.at(3)]),
      site.propose(site.bob, [site.at(4)]),
    ])
    expect(sorted(answers)).toEqual([201, 409, 409])
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('accepted at different times: at one of them', async () => {
    const site = await openProposed(engine)
    const answers = await Promise.all([site.accept(0), site.accept(1), site.accept(2)])
    expect(sorted(answers)).toEqual([201, 409, 409])
    const accepted = answers.findIndex(({ status }) => status === 201)
    expect((await site.current(site.bob)).agreed?.starts_at).toBe(site.times[accepted])
    expect(await site.textsOf(site.bob)).toHaveLength(3)
  })

  it('accepted, declined, countered and taken back: one of them', async () => {
    const site = await openProposed(engine)
    const answers = await Promise.all([
      site.accept(0),
      site.press(site.ada, 'decline', site.seen),
      site.propose(site.ada, [site.at(5)], site.seen),
      site.press(site.bob, 'withdraw', site.seen),
    ])
    expect(sorted(answers)).toEqual([201, 409, 409, 409])
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('cancelled while a move is accepted: cancelled at last', async () => {
    const site = await openProposed(engine)
    await site.accept(0)
    await site.proposeAgain(site.bob, [site.at(6)])
    const { proposal } = await site.current(site.ada)
    const move = { ...site.seen, proposal_id: proposal?.id, time: proposal?.times[0] }
    const [accepted, cancelled] = await Promise.all([
      site.press(site.ada, 'accept', move),
      site.press(site.bob, 'cancel', site.seen),
    ])
    expect([201, 409]).toContain(accepted.status)
    expect(cancelled.status).toBe(201)
    expect(await site.states()).toEqual([{ state: 'cancelled' }])
    const row = await site.db.get(sql`SELECT remind_at, ask_at FROM meetings`)
    expect(row).toEqual({ remind_at: null, ask_at: null })
    expect(await countDeadlocks(site.db)).toBe(0)
  })

  it('moved by both: one proposal waits, and the meeting stays as it was', async () => {
    const site = await openProposed(engine)
    await site.accept(0)
    const seen = { meeting_id: site.seen.meeting_id }
    const answers = await Promise.all([
      site.propose(site.ada, [site.at(6)], seen),
      site.propose(site.bob, [site.at(7)], seen),
    ])
    expect(sorted(answers)).toEqual([201, 409])
    expect((await site.current(site.ada)).agreed?.starts_at).toBe(site.times[0])
  })

  it('moved again while the first move is accepted: never a time that nobody accepted', async () => {
    const site = await openProposed(engine)
    await site.accept(0)
    await site.proposeAgain(site.bob, [site.at(6)])
    const { proposal } = await site.current(site.ada)
    const seen = { ...site.seen, proposal_id: proposal?.id }
    const [accepted, countered] = await Promise.all([
      site.press(site.ada, 'accept', { ...seen, time: proposal?.times[0] }),
      site.propose(site.ada, [site.at(8)], seen),
    ])
    expect([accepted.status, countered.status].toSorted()).toEqual([201, 409])
    const expected = accepted.status === 201 ? proposal?.times[0] : site.times[0]
    expect((await site.current(site.bob)).agreed?.starts_at).toBe(expected)
  })

  it('accepted while one blocks the other or leaves: no meeting is on', async () => {
    const blocked = await openProposed(engine)
    const adaId = (await blocked.ada.get(apiPaths.me)).body.id
    const blocking = blocked.bob.put(apiPaths.block(adaId))
    expect([201, 403]).toContain((await blocked.accept(0)).status)
    expect((await blocking).status).toBe(204)
    expect(['cancelled', 'ended']).toContain((await blocked.states())[0]?.state)
    expect(await countDeadlocks(blocked.db)).toBe(0)

    const left = await openProposed(engine)
    const leaving = left.bob.send('DELETE', apiPaths.account, { password: strongPassword })
    expect([201, 403]).toContain((await left.accept(0)).status)
    expect((await leaving).status).toBe(204)
    expect(['cancelled', 'ended']).toContain((await left.states())[0]?.state)
    expect(await countDeadlocks(left.db)).toBe(0)
  })

  it('shared by both: each has one link, which ends alone', async () => {
    const site = await openSite(engine)
    const { id } = await site.agree()
    const links = await Promise.all([
      ...[site.share(site.ada), site.share(site.ada)],
      ...[site.share(site.bob), site.share(site.bob)],
    ])
    const read = () =>
      Promise.all(links.map(async ({ token }) => (await site.readLink(token)).status))
    expect((await read()).toSorted()).toEqual([200, 200, 404, 404])
    const path = apiPaths.meetingShare(site.threadId, id)
    expect((await site.ada.delete(path)).status).toBe(204)
    expect((await read()).toSorted()).toEqual([200, 404, 404, 404])
    const calendar = apiPaths.meetingCalendar(site.threadId, id)
    const { statusCode } = await site.app.inject({
      url: calendar,
      headers: { cookie: site.bob.cookie() },
    })
    expect(statusCode).toBe(200)
  })

  it('told by both while the seller edits the listing: both answers are kept', async () => {
    const site = await openSite(engine)
    const { startsAt, id: meeting_id } = await site.agree()
    site.clock.now = startsAt + questionDelayMs
    const tell = (author: typeof site.ada, answer: string) =>
      author.post(apiPaths.meetingOutcome(site.threadId), { meeting_id, answer })
    const edited = { ...listingInputs.misc, price: 14 }
    const answers = await Promise.all([
      tell(site.ada, 'sold'),
      site.ada.put(apiPaths.listing('misc', site.lamp.id), edited),
      tell(site.bob, 'sold'),
      site.bob.post(site.messages, { body: 'Thanks again!' }),
      site.ada.post(site.messages, { body: 'You are welcome.' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 200, 204, 201, 201])
    expect(await site.lampStatus()).toBe('sold')
    expect(await site.db.get(sql`SELECT buyer_outcome, seller_outcome FROM meetings`)).toEqual({
      buyer_outcome: 'sold',
      seller_outcome: 'sold',
    })
    expect(await countDeadlocks(site.db)).toBe(0)
  })
})
