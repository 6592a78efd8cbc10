import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { formatMeetingTime, hereMs, meetingMs, questionDelayMs } from '#contract/meeting-rules.ts'
import { cannotMessageText } from '#contract/message-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at as campusEmail } from '#tests/support/campus-email.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { bob as bobsAccount, strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { openMeetingSite } from '#tests/support/meeting-site.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs, minuteMs } from '../../durations.ts'
import { deleteExpiredLinks } from './meeting-link-queries.ts'
import { endPastMeetings } from './meeting-queries.ts'
import { readNoShows } from './no-shows.ts'

type Site = Awaited<ReturnType<typeof openMeetingSite>>

const idOf = async ({ get }: Site['ada']) => (await get(apiPaths.me)).body.id

/** Lets both stay logged in after the clock was moved far ahead. */
const renewSessions = ({ db, clock: { now } }: Site) =>
  db.run(sql`UPDATE sessions SET created_at = ${now}, refreshed_at = ${now}, last_used_at = ${now}`)

describe.each(anyEngine)('meetings on %s', (engine) => {
  it('are proposed, countered and agreed in messages that read as sentences', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, at, spot } = site
    expect(await site.readMeetings(ada)).toEqual({
      can_propose: true,
      current: null,
      earlier: null,
    })
    // The times are sorted, whatever the order in which they were typed.
    const { status, body } = await site.propose(bob, [at(3, '10:30'), at(2)])
    expect(status).toBe(201)
    const proposed = await site.current(ada)
    const [first = '', second = ''] = proposed.proposal?.times ?? []
    expect(site.localTime(first)).toBe(at(2).replace('T', ' '))
    expect(body.message).toMatchObject({
      is_own: true,
      body: `Can we meet?\nPlace: the ${spot}\nTimes to choose from:\n${formatMeetingTime(first)}\n${formatMeetingTime(second)}`,
      structured: { kind: 'meeting', place_kind: 'spot', place: spot, times: [first, second] },
    })
    expect(proposed).toMatchObject({ state: 'open', agreed: null, proposal: { is_own: false } })
    expect(proposed.moves).toEqual(['accept', 'decline', 'propose'])
    expect((await site.current(bob)).moves).toEqual(['withdraw'])

    const other = { place_kind: 'other', place: '  Bus stop\n at King ' }
    expect((await site.proposeAgain(ada, [at(4)], other)).status).toBe(201)
    expect((await site.textsOf(bob)).at(-1)).toContain(
      'How about this instead?\nPlace: Bus stop at King\nTime: ',
    )
    expect((await site.answer(bob, 'accept')).status).toBe(201)
    const agreed = await site.current(ada)
    const startsAt = agreed.agreed?.starts_at ?? ''
    expect(agreed).toMatchObject({
      id: proposed.id,
      state: 'agreed',
      agreed: { place_kind: 'other', place: 'Bus stop at King' },
      proposal: null,
      moves: ['propose', 'cancel', 'share'],
    })
    expect((await site.textsOf(ada)).at(-1)).toBe(
      `See you on ${formatMeetingTime(startsAt)}.\nPlace: Bus stop at King`,
    )
    expect(await site.readMeetings(bob)).toMatchObject({ can_propose: false })
  })

  it('can be declined or taken back, and then there can be another', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, at } = site
    await site.propose(bob, [at(2)])
    expect((await site.answer(ada, 'decline')).status).toBe(201)
    expect(await site.readMeetings(bob)).toEqual({
      can_propose: true,
      current: null,
      earlier: null,
    })
    await site.propose(ada, [at(2)])
    expect((await site.answer(ada, 'withdraw')).status).toBe(201)
    expect((await site.propose(bob, [at(2)])).status).toBe(201)
    expect(
      (await site.textsOf(ada)).filter((text) => text.startsWith('Can we meet?')),
    ).toHaveLength(3)
  })

  it('are one at a time', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, at } = site
    await site.propose(bob, [at(2)])
    const answers = [await site.answer(bob, 'accept'), await site.answer(ada, 'withdraw')]
    expect(answers.map(({ body }) => body.error)).toEqual([
      ...['This is your own proposal.', "This proposal isn't yours."],
    ])
    const own = await site.propose(bob, [at(3)])
    expect([own.status, own.body.error]).toEqual([
      409,
      'Your last proposal is still open. Withdraw it first.',
    ])
    // Ada has not seen the proposal, or has seen another one.
    expect((await site.propose(ada, [at(3)])).status).toBe(409)
    const { id } = await site.current(ada)
    expect((await site.propose(ada, [at(3)], { meeting_id: id })).status).toBe(409)
    const stale = { meeting_id: id, proposal_id: id + 1 }
    expect((await site.propose(ada, [at(3)], stale)).status).toBe(409)
    expect((await site.press(ada, 'accept', stale)).status).toBe(409)
    await site.answer(ada, 'accept')
    expect((await site.propose(ada, [at(3)])).status).toBe(409)
    expect((await site.propose(ada, [at(3)], { meeting_id: id, proposal_id: id })).status).toBe(409)
  })

  it('say what is wrong with a time or a place', async () => {
    const site = await openMeetingSite(engine)
    const { bob, at } = site
    const refused = async (times: unknown, rest: object = {}) => {
      const { status, body } = await site.propose(bob, times as string[], rest)
      return [status, body.fields]
    }
    expect(await refused([at(2), at(-1)])).toEqual([
      400,
      { 'times.1': 'Choose a time in the future.' },
    ])
    expect(await refused([at(29)])).toEqual([
      400,
      { 'times.0': 'Choose a time within the next 28 days.' },
    ])
    expect(await refused([])).toEqual([400, { times: 'Choose a day and a time' }])
    expect(await refused([at(2), at(3), at(4), at(5)])).toEqual([
      400,
      { times: 'Propose at most 3 times' },
    ])
    expect(await refused([at(2), at(2)])).toEqual([400, { times: 'Choose each time only once' }])
    for (const time of ['2026-02-30T10:00', '2026-11-20', '2026-11-20T25:00', 7]) {
      expect((await refused([time]))[0]).toBe(400)
    }
    const other = (place: unknown) => refused([at(2)], { place_kind: 'other', place })
    expect(await other(' \u200B')).toEqual([400, { place: 'Say where to meet' }])
    expect(await other(undefined)).toEqual([400, { place: 'Say where to meet' }])
    for (const length of [101, 10_000]) {
      const fields = { place: 'Must be at most 100 characters' }
      expect(await other('x'.repeat(length))).toEqual([400, fields])
    }
    expect(await refused([at(2)], { place: 'Moon' })).toEqual([
      400,
      { place: "This isn't a meet-up spot any more. Choose another place." },
    ])
    // A lamp has no address.
    expect(await refused([at(2)], { place_kind: 'address', place: undefined })).toEqual([
      400,
      { place: 'This listing has no address. Choose another place.' },
    ])
    expect(await site.textsOf(bob)).toHaveLength(1)
  })

  it('refuse a time that clocks skip, and take the first of two', async () => {
    const site = await openMeetingSite(engine)
    changeCampus({ timeZone: 'America/Toronto' })
    const { ada, bob, clock } = site
    clock.now = Date.parse('2027-03-10T12:00Z')
    await site.db.run(sql`UPDATE threads SET expires_at = ${clock.now + dayMs * 900}`)
    await renewSessions(site)
    const { body } = await site.propose(bob, ['2027-03-14T02:30'])
    expect(body.fields).toEqual({
      'times.0': 'Clocks skip this hour that night. Choose another time.',
    })
    await site.propose(bob, ['2027-03-14T03:00'])
    expect((await site.current(ada)).proposal?.times).toEqual(['2027-03-14T07:00:00.000Z'])
    await site.answer(bob, 'withdraw')
    clock.now = Date.parse('2027-11-01T12:00Z')
    await renewSessions(site)
    await site.propose(bob, ['2027-11-07T01:30'])
    expect((await site.current(ada)).proposal?.times).toEqual(['2027-11-07T05:30:00.000Z'])
    expect((await site.textsOf(ada)).at(-1)).toContain('1:30 am (before the clocks change)')
  })

  it('can be at the address of a rental, for those who see the listing', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, at, db } = site
    const { body: rental } = await ada.post(apiPaths.list('rental'), listingInputs.rental)
    const first = { body: 'Can I see the room this week?' }
    const { body: sent } = await bob.post(apiPaths.listingMessages('rental', rental.id), first)
    const path = apiPaths.meetings(Number(sent.thread_id))
    const viewing = { place_kind: 'address', times: [at(2)] }
    const hide = (status: string) =>
      db.run(sql`UPDATE listings SET status = ${status} WHERE id = ${rental.id}`)
    await hide('removed')
    expect((await bob.post(path, viewing)).status).toBe(400)
    await hide('available')
    const { status, body } = await bob.post(path, viewing)
    expect(status).toBe(201)
    const { address } = listingInputs.rental
    expect(body.message).toMatchObject({ structured: { place_kind: 'address', place: address } })
  })

  it('are moved only once the other accepts, and keep their identity', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, at } = site
    const { id, agreed } = await site.agree()
    await site.proposeAgain(bob, [at(3)])
    expect((await site.textsOf(ada)).at(-1)).toContain('Can we move our meeting?')
    expect(await site.current(ada)).toMatchObject({
      ...{ id, agreed, state: 'agreed' },
      moves: ['accept', 'decline', 'propose', 'cancel', 'share'],
    })
    await site.answer(ada, 'decline')
    expect((await site.textsOf(bob)).at(-1)).toBe(
      `I'd like to keep our meeting as it is: ${formatMeetingTime(agreed?.starts_at ?? '')}.`,
    )
    expect(await site.current(bob)).toMatchObject({ id, agreed, proposal: null })
    await site.proposeAgain(bob, [at(4)])
    await site.answer(ada, 'accept')
    const moved = await site.current(bob)
    expect(moved.id).toBe(id)
    expect(site.localTime(moved.agreed?.starts_at ?? '')).toBe(at(4).replace('T', ' '))
  })

  it('can be cancelled by either side', async () => {
    const site = await openMeetingSite(engine)
    const { agreed } = await site.agree()
    expect((await site.answer(site.ada, 'cancel')).status).toBe(201)
    expect((await site.textsOf(site.bob)).at(-1)).toBe(
      `Our meeting on ${formatMeetingTime(agreed?.starts_at ?? '')} is cancelled.`,
    )
    expect(await site.current(site.bob)).toMatchObject({ state: 'cancelled', agreed, moves: [] })
    expect((await site.readMeetings(site.bob)).can_propose).toBe(true)
    const { status, body } = await site.answer(site.bob, 'cancel')
    expect([status, body.error]).toEqual([409, 'This meeting is cancelled.'])
  })

  it('cannot be cancelled once they have begun, so that a no-show stays', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, clock } = site
    const { startsAt } = await site.agree()
    clock.now = startsAt
    const { status, body } = await site.answer(bob, 'cancel')
    expect([status, body.error]).toEqual([
      409,
      'The meeting has started. Tell us afterwards how it went.',
    ])
    clock.now = startsAt + questionDelayMs
    expect((await site.answer(bob, 'cancel')).status).toBe(409)
    expect((await site.tell(ada, 'no_show')).status).toBe(204)
    expect(await readNoShows(site.db, await idOf(bob), clock.now)).toHaveLength(1)
  })

  it('cannot be moved once students can say how they went: the next is another one', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, at, clock } = site
    const { id, startsAt } = await site.agree()
    const { token } = await site.share(ada)
    clock.now = startsAt + questionDelayMs
    expect(await site.current(ada)).toMatchObject({ proposal: null, moves: ['share', 'here'] })
    await site.tell(ada, 'no_show')
    expect((await site.propose(bob, [at(5)], { meeting_id: id })).status).toBe(409)
    expect((await site.propose(bob, [at(5)])).status).toBe(201)
    // Ada may still be waiting there, so the friend's link goes on.
    expect((await site.readLink(token)).status).toBe(200)
    await site.answer(ada, 'accept')
    const next = await site.current(ada)
    expect(next.id).not.toBe(id)
    expect(next).toMatchObject({ state: 'agreed', outcome: null })
    const missed = await readNoShows(site.db, await idOf(bob), clock.now)
    expect(missed).toMatchObject([{ startsAt: new Date(startsAt).toISOString() }])
  })

  /** Opens a site where nobody has answered Bob's wish to move the meeting until 30 minutes after its time. */
  async function openLateMove() {
    const site = await openMeetingSite(engine)
    const { ada, bob, at, clock } = site
    const { id, startsAt } = await site.agree()
    await site.proposeAgain(bob, [at(5), at(6)])
    const { proposal } = await site.current(ada)
    clock.now = startsAt + questionDelayMs - 1
    expect((await site.current(ada)).id).toBe(id)
    clock.now++
    return { ...site, id, startsAt, moveId: proposal?.id ?? 0, times: proposal?.times ?? [] }
  }

  it('can be moved late: the wish is a proposal of its own, beside the question', async () => {
    const site = await openLateMove()
    const { ada, bob, id, moveId, times } = site
    expect(await site.readMeetings(ada)).toMatchObject({
      can_propose: false,
      current: {
        ...{ id: moveId, state: 'open', agreed: null, is_asked: false },
        proposal: { id: moveId, is_own: false, times },
        moves: ['accept', 'decline', 'propose'],
      },
      earlier: { id, state: 'over', is_asked: true, moves: [] },
    })
    expect((await site.current(bob)).moves).toEqual(['withdraw'])
    expect((await site.propose(ada, [site.at(8)])).status).toBe(409)
    expect((await site.answer(ada, 'accept')).status).toBe(201)
    expect((await site.textsOf(bob)).at(-1)).toMatch(/^See you on /)
    expect(await site.readMeetings(bob)).toMatchObject({
      current: { id: moveId, state: 'agreed', agreed: { starts_at: times[0] }, outcome: null },
      earlier: { id, state: 'over', is_asked: true },
    })
    const told = { meeting_id: id, answer: 'no_show' }
    expect((await ada.post(apiPaths.meetingOutcome(site.threadId), told)).status).toBe(204)
    const missed = await readNoShows(site.db, await idOf(bob), site.clock.now)
    expect(missed).toMatchObject([{ startsAt: new Date(site.startsAt).toISOString() }])
  })

  it('can be moved late from a page that was read before', async () => {
    const site = await openLateMove()
    const { ada, id, moveId, times } = site
    const seen = { meeting_id: id, proposal_id: moveId, time: times[1] }
    expect((await site.press(ada, 'accept', seen)).status).toBe(201)
    expect(await site.current(ada)).toMatchObject({ id: moveId, agreed: { starts_at: times[1] } })
    expect((await site.press(ada, 'here', { meeting_id: id })).body.error).toBe(
      'This meeting is over.',
    )
  })

  it('can be countered, declined or taken back late', async () => {
    const site = await openLateMove()
    const { ada, bob, moveId } = site
    expect((await site.proposeAgain(ada, [site.at(8)])).status).toBe(201)
    expect((await site.textsOf(bob)).at(-1)).toContain('How about this instead?')
    expect(await site.current(bob)).toMatchObject({
      id: moveId,
      moves: ['accept', 'decline', 'propose'],
    })
    expect((await site.answer(bob, 'decline')).status).toBe(201)
    expect((await site.readMeetings(bob)).can_propose).toBe(true)
    const other = await openLateMove()
    expect((await other.answer(other.bob, 'withdraw')).status).toBe(201)
    expect(await other.readMeetings(other.ada)).toMatchObject({ can_propose: true, current: null })
  })

  it('are not moved after a block, also when it is taken back', async () => {
    const site = await openLateMove()
    await site.ada.put(apiPaths.block(await idOf(site.bob)))
    await site.ada.delete(apiPaths.block(await idOf(site.bob)))
    expect(await site.current(site.ada)).toMatchObject({ id: site.id, proposal: null })
  })

  it('say who is there, near the time only', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, clock } = site
    const { startsAt } = await site.agree()
    clock.now = startsAt - hereMs - 1
    expect((await site.answer(bob, 'here')).status).toBe(409)
    clock.now = startsAt - hereMs
    expect((await site.answer(bob, 'here')).status).toBe(201)
    expect((await site.answer(bob, 'here')).body.error).toBe(
      "You've already said that you're here.",
    )
    expect((await site.textsOf(ada)).at(-1)).toBe(`I'm here.\nPlace: the ${site.spot}`)
    expect((await site.current(ada)).other_here_at).toBe(new Date(clock.now).toISOString())
    expect(await site.current(bob)).toMatchObject({ is_here: true, other_here_at: null })
    clock.now = startsAt + meetingMs
    expect((await site.answer(ada, 'here')).body.error).toBe('This meeting is over.')
  })

  it('end by the clock, and polls notice', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, at, clock, db } = site
    await site.propose(bob, [at(2), at(3)])
    const [first = '', last = ''] = (await site.current(ada)).proposal?.times ?? []
    const { etag } = await site.poll(ada, site.messages)
    expect((await site.poll(ada, site.messages, etag)).status).toBe(304)
    clock.now = Date.parse(first)
    // The tag is valid for a day at most.
    const next = await site.poll(ada, site.messages, etag)
    expect(next.status).toBe(200)
    expect((await site.current(ada)).proposal?.times).toEqual([last])
    const late = { time: first }
    expect((await site.answer(ada, 'accept', late)).body.error).toContain('That time has passed')
    expect((await site.answer(ada, 'accept', { time: undefined })).body.fields).toEqual({
      time: 'Choose one of the proposed times',
    })
    clock.now = Date.parse(last)
    expect(await site.readMeetings(ada)).toEqual({
      can_propose: true,
      current: null,
      earlier: null,
    })
    await endPastMeetings(db, clock.now)
    expect(await db.all(sql`SELECT state FROM meetings`)).toEqual([{ state: 'ended' }])
    expect((await site.propose(ada, [at(5)])).status).toBe(201)
  })

  it('change what a poll sees at once', async () => {
    const site = await openMeetingSite(engine)
    const { id } = await site.agree()
    const { etag } = await site.poll(site.ada, site.messages)
    expect((await site.poll(site.ada, site.messages, etag)).status).toBe(304)
    await site.press(site.bob, 'cancel', { meeting_id: id })
    expect((await site.poll(site.ada, site.messages, etag)).status).toBe(200)
  })

  it('are written once for each client id', async () => {
    const site = await openMeetingSite(engine)
    const client_id = randomUUID()
    const first = await site.propose(site.bob, [site.at(2)], { client_id })
    const again = await site.propose(site.bob, [site.at(3)], { client_id })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    const { id, proposal } = await site.current(site.ada)
    const accepted = { meeting_id: id, proposal_id: id, time: proposal?.times[0], client_id }
    const press = () => site.press(site.ada, 'accept', accepted)
    expect([(await press()).status, (await press()).status]).toEqual([201, 200])
  })

  it('are counted as messages', async () => {
    const site = await openMeetingSite(engine)
    const statuses: number[] = []
    for (let count = 0; count < 31; count++) {
      statuses.push((await site.propose(site.bob, [site.at(2)])).status)
      statuses.push((await site.answer(site.bob, 'withdraw')).status)
    }
    // The first message of the thread counts, too.
    expect(statuses.indexOf(429)).toBe(59)
  })

  it('are for the two of the thread', async () => {
    const site = await openMeetingSite(engine)
    const { id } = await site.agree()
    const { status } = await site.visitor.get(apiPaths.meetingCalendar(site.threadId, id))
    expect(status).toBe(401)
    expect((await site.press(site.ada, 'cancel', { meeting_id: id + 100 })).status).toBe(404)
    const eve = createJsonClient(
      await insertLoggedInStudent(site, { ...bobsAccount, email: campusEmail('eve') }),
    )
    const told = { meeting_id: id, answer: 'no_show' }
    const answers = [
      await eve.get(site.messages),
      await eve.get(apiPaths.meetingCalendar(site.threadId, id)),
      await site.propose(eve, [site.at(3)], { meeting_id: id }),
      await site.press(eve, 'cancel', { meeting_id: id }),
      await eve.post(apiPaths.meetingOutcome(site.threadId), told),
      await eve.post(apiPaths.meetingShare(site.threadId, id)),
      await eve.delete(apiPaths.meetingShare(site.threadId, id)),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404))
    // Nor does a thread of her own with Ada lead to it.
    const first = { body: 'Could you hold the lamp for me?' }
    const { body: sent } = await eve.post(apiPaths.listingMessages('misc', site.lamp.id), first)
    const own = Number(sent.thread_id)
    const others = [
      await eve.get(apiPaths.meetingCalendar(own, id)),
      await eve.post(apiPaths.answerMeeting(own), { meeting_id: id, answer: 'cancel' }),
      await eve.post(apiPaths.meetingOutcome(own), told),
      await eve.post(apiPaths.meetingShare(own, id)),
      await eve.delete(apiPaths.meetingShare(own, id)),
    ]
    expect(others.map((answer) => answer.status)).toEqual(others.map(() => 404))
    expect(await site.current(site.ada)).toMatchObject({ id, state: 'agreed', is_asked: false })
  })

  it('are called off when one blocks the other', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob } = site
    await site.agree()
    const { token } = await site.share(bob)
    expect((await site.readLink(token)).status).toBe(200)
    await ada.put(apiPaths.block(await idOf(bob)))
    expect((await site.readLink(token)).status).toBe(404)
    expect((await site.textsOf(bob)).at(-1)).toMatch(/^Our meeting on .* is cancelled\.$/)
    expect(await site.current(bob)).toMatchObject({ state: 'cancelled', moves: [] })
    const { status, body } = await site.propose(bob, [site.at(3)])
    expect([status, body.error]).toEqual([403, cannotMessageText])
    // Unblocking does not bring the meeting back.
    await ada.delete(apiPaths.block(await idOf(bob)))
    expect(await site.current(bob)).toMatchObject({ state: 'cancelled' })
    expect((await site.readLink(token)).status).toBe(404)
  })

  it('end their links with a block, also after the next one is proposed', async () => {
    const site = await openMeetingSite(engine)
    const { ada, bob, clock } = site
    const { startsAt } = await site.agree()
    const { token } = await site.share(bob)
    clock.now = startsAt + questionDelayMs
    await site.propose(bob, [site.at(3)])
    expect((await site.readLink(token)).status).toBe(200)
    await bob.put(apiPaths.block(await idOf(ada)))
    expect((await site.readLink(token)).status).toBe(404)
  })

  it('that were only proposed end without a word when one blocks the other', async () => {
    const site = await openMeetingSite(engine)
    await site.propose(site.bob, [site.at(2)])
    await site.ada.put(apiPaths.block(await idOf(site.bob)))
    expect(await site.textsOf(site.bob)).toHaveLength(2)
    await site.ada.delete(apiPaths.block(await idOf(site.bob)))
    expect(await site.readMeetings(site.bob)).toEqual({
      can_propose: true,
      current: null,
      earlier: null,
    })
  })

  it.each(['banned', 'deleted'])('are called off when one is %s', async (what) => {
    const site = await openMeetingSite(engine)
    await site.agree()
    const { token } = await site.share(site.ada)
    const bobId = await idOf(site.bob)
    if (what === 'banned') await banTestStudent(site.db, { studentId: bobId, now: site.clock.now })
    else await site.bob.send('DELETE', apiPaths.account, { password: strongPassword })
    expect((await site.readLink(token)).status).toBe(404)
    expect(await site.current(site.ada)).toMatchObject({ state: 'cancelled', moves: [] })
    expect((await site.textsOf(site.ada)).at(-1)).toMatch(/^Our meeting on .* is cancelled\.$/)
    expect(await site.db.get(sql`SELECT state FROM meetings`)).toEqual({ state: 'cancelled' })
  })

  describe('shared with a friend', () => {
    it('show place, time and first name until two hours after, and nothing else', async () => {
      const site = await openMeetingSite(engine)
      const { startsAt } = await site.agree()
      const { status, token } = await site.share(site.bob)
      expect(status).toBe(201)
      expect(token).toMatch(/^[\w-]{43}$/)
      expect((await site.current(site.bob)).is_shared).toBe(true)
      expect((await site.current(site.ada)).is_shared).toBe(false)
      const { body, headers } = await site.readLink(token)
      expect(body).toEqual({
        place: `the ${site.spot}`,
        starts_at: new Date(startsAt).toISOString(),
        ends_at: new Date(startsAt + meetingMs).toISOString(),
        first_name: 'Ada',
      })
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      // The token itself is not stored.
      const rows = await site.db.all<object>(sql`SELECT * FROM meeting_links`)
      expect(JSON.stringify(rows)).not.toContain(token)
      site.clock.now = startsAt + meetingMs - 1
      expect((await site.readLink(token)).status).toBe(200)
      site.clock.now++
      expect((await site.readLink(token)).status).toBe(404)
      await deleteExpiredLinks(site.db, site.clock.now)
      expect(await site.db.all(sql`SELECT * FROM meeting_links`)).toEqual([])
    })

    it('can be replaced and ended after another meeting is proposed, for two hours', async () => {
      const site = await openMeetingSite(engine)
      const { ada, bob, clock } = site
      const { id, startsAt } = await site.agree()
      const { token: first } = await site.share(ada)
      clock.now = startsAt + questionDelayMs
      await site.tell(ada, 'not_yet')
      await site.propose(bob, [site.at(3)])
      const earlier = async (reader: Site['ada']) => (await site.readMeetings(reader)).earlier
      expect(await earlier(ada)).toMatchObject({ id, is_asked: false, is_shared: true })
      expect(await earlier(bob)).toMatchObject({ id, is_asked: true, is_shared: false })
      const path = apiPaths.meetingShare(site.threadId, id)
      const again = await ada.post(path)
      expect(again.status).toBe(201)
      const token = new URL(String(again.body.url)).searchParams.get('token') ?? ''
      expect((await site.readLink(first)).status).toBe(404)
      expect((await site.readLink(token)).status).toBe(200)
      expect((await ada.delete(path)).status).toBe(204)
      expect((await site.readLink(token)).status).toBe(404)
      // The panel stays, so that it can say so.
      expect(await earlier(ada)).toMatchObject({ id, is_shared: false })
      clock.now = startsAt + meetingMs - 1
      expect((await ada.post(path)).status).toBe(201)
      const { etag } = await site.poll(ada, site.messages)
      clock.now++
      expect((await site.poll(ada, site.messages, etag)).status).toBe(200)
      expect(await earlier(ada)).toBeNull()
      expect((await ada.post(path)).status).toBe(409)
    })

    it('are still shown as shared once a wish to move becomes a meeting of its own', async () => {
      const site = await openMeetingSite(engine)
      const { ada, bob, clock } = site
      const { id, startsAt } = await site.agree()
      const { token } = await site.share(ada)
      await site.proposeAgain(bob, [site.at(5)])
      clock.now = startsAt + questionDelayMs
      const told = { meeting_id: id, answer: 'not_yet' }
      expect((await ada.post(apiPaths.meetingOutcome(site.threadId), told)).status).toBe(204)
      const { earlier } = await site.readMeetings(ada)
      expect(earlier).toMatchObject({ id, state: 'over', is_shared: true })
      expect((await ada.delete(apiPaths.meetingShare(site.threadId, id))).status).toBe(204)
      expect((await site.readLink(token)).status).toBe(404)
    })

    it('look the same when they are unknown, ended, replaced, taken back or cancelled', async () => {
      const site = await openMeetingSite(engine)
      const { id } = await site.agree()
      const unknown = await site.readLink('x'.repeat(43))
      const { token: replaced } = await site.share(site.bob)
      const { token: takenBack } = await site.share(site.bob)
      expect(await site.readLink(replaced)).toMatchObject({ status: 404, body: unknown.body })
      const path = apiPaths.meetingShare(site.threadId, id)
      expect((await site.bob.delete(path)).status).toBe(204)
      expect((await site.current(site.bob)).is_shared).toBe(false)
      const { token: cancelled } = await site.share(site.bob)
      await site.answer(site.ada, 'cancel')
      for (const token of [takenBack, cancelled]) {
        expect(await site.readLink(token)).toMatchObject({ status: 404, body: unknown.body })
      }
      expect((await site.share(site.bob)).status).toBe(409)
    })

    it('follow a meeting that is moved', async () => {
      const site = await openMeetingSite(engine)
      await site.agree()
      const { token } = await site.share(site.ada)
      await site.proposeAgain(site.bob, [site.at(5)])
      await site.answer(site.ada, 'accept')
      const startsAt = (await site.current(site.ada)).agreed?.starts_at
      expect((await site.readLink(token)).body.starts_at).toBe(startsAt)
      site.clock.now = Date.parse(startsAt ?? '') + minuteMs
      expect((await site.readLink(token)).status).toBe(200)
    })
  })

  describe('afterwards', () => {
    it('ask both once, and the seller can mark the listing as sold by the answer', async () => {
      const site = await openMeetingSite(engine)
      const { ada, bob, clock } = site
      const { startsAt } = await site.agree()
      clock.now = startsAt + questionDelayMs - 1
      expect((await site.current(ada)).is_asked).toBe(false)
      expect((await site.tell(ada, 'sold')).status).toBe(409)
      expect(await site.lampStatus()).toBe('available')
      clock.now++
      expect((await site.current(ada)).is_asked).toBe(true)

      // The buyer's answer tells the seller, and changes nothing.
      expect((await site.tell(bob, 'sold')).status).toBe(204)
      expect(await site.lampStatus()).toBe('available')
      expect((await site.current(ada)).buyer_says_sold).toBe(true)
      expect((await site.current(bob)).is_asked).toBe(false)

      expect((await site.tell(ada, 'sold')).status).toBe(204)
      expect(await site.lampStatus()).toBe('sold')
      const { status, body } = await site.tell(ada, 'not_yet')
      expect([status, body.error]).toEqual([409, "You've already said how it went."])
      // A repeated answer does not sell a listing that is back.
      await ada.post(apiPaths.status('misc', site.lamp.id), { status: 'available' })
      expect((await site.tell(ada, 'sold')).status).toBe(204)
      expect(await site.lampStatus()).toBe('available')
      expect(await site.textsOf(bob)).toHaveLength(3)
    })

    it.each([
      ['this', 1200],
      ['another', null],
    ])('save the price of a deal in %s thread: %s cents', async (which, cents) => {
      const site = await openMeetingSite(engine)
      const { ada, bob, clock, db, lamp } = site
      const eve = createJsonClient(
        await insertLoggedInStudent(site, { ...bobsAccount, email: campusEmail('eve') }),
      )
      const buyer = which === 'this' ? bob : eve
      const first = { body: 'Could you hold the lamp for me?' }
      const { body: sent } = await eve.post(apiPaths.listingMessages('misc', lamp.id), first)
      const threadId = which === 'this' ? site.threadId : Number(sent.thread_id)
      const { startsAt } = await site.agree()
      clock.now = startsAt + questionDelayMs
      const { body: offered } = await buyer.post(apiPaths.offers(threadId), { amount: 12 })
      const accepted = { offer_id: Object(offered.message).id, answer: 'accept' }
      expect((await ada.post(apiPaths.answerOffer(threadId), accepted)).status).toBe(201)
      expect((await site.tell(ada, 'sold')).status).toBe(204)
      expect(await db.get(sql`SELECT status, went_for_cents FROM listings`)).toEqual({
        ...{ status: 'sold', went_for_cents: cents },
      })
    })

    it('keep who did not come between the two, with both views', async () => {
      const site = await openMeetingSite(engine)
      const { ada, bob, clock } = site
      const { startsAt, id } = await site.agree()
      clock.now = startsAt + questionDelayMs
      expect((await site.tell(bob, 'was_there')).status).toBe(409)
      expect((await site.tell(ada, 'no_show')).status).toBe(204)
      expect((await site.current(bob)).other_says_no_show).toBe(true)
      const missed = async (reader: Site['ada']) => (await reader.get(apiPaths.missedMeetings)).body
      expect(await missed(ada)).toEqual([])
      expect(await missed(bob)).toEqual([
        {
          thread_id: site.threadId,
          meeting_id: id,
          place: `the ${site.spot}`,
          starts_at: new Date(startsAt).toISOString(),
          view: null,
        },
      ])
      expect((await site.tell(bob, 'was_there')).status).toBe(204)
      expect((await site.tell(bob, 'was_there')).status).toBe(204)
      const changed = await site.tell(bob, 'could_not_come')
      expect([changed.status, changed.body.error]).toEqual([409, "You've already given your side."])
      // Moderators see both views. Who is absent from a meeting is nowhere else.
      const by = { id: await idOf(ada), name: 'Ada Lovelace' }
      expect(await readNoShows(site.db, await idOf(bob), clock.now)).toEqual([
        { startsAt: new Date(startsAt).toISOString(), by, view: 'was_there' },
      ])
      expect(await readNoShows(site.db, await idOf(ada), clock.now)).toEqual([])
      expect(await missed(bob)).toMatchObject([{ view: 'was_there' }])
      // Bob still answers the question, too.
      expect((await site.tell(bob, 'no_show')).status).toBe(204)
      expect((await site.current(ada)).other_says_no_show).toBe(true)
    })

    it('are listed while the conversation is kept, the newest 100', async () => {
      const site = await openMeetingSite(engine)
      const { ada, bob, clock, db } = site
      const { startsAt } = await site.agree()
      clock.now = startsAt + questionDelayMs
      await site.tell(ada, 'no_show')
      // The other meetings are copies, a day apart.
      const { id: first = 0 } =
        (await db.get<{ id: number }>(sql`SELECT MAX(id) AS id FROM messages`)) ?? {}
      for (let copy = 1; copy <= 100; copy++) {
        await db.run(sql`
          INSERT INTO messages (id, thread_id, is_from_buyer, client_id, body, created_at)
          VALUES (${first + copy}, ${site.threadId}, 1, ${randomUUID()}, 'Hello', ${clock.now})`)
        await db.run(sql`
          INSERT INTO meetings (message_id, thread_id, state, place_kind, place, starts_at,
            seller_outcome, created_at, changed_at)
          VALUES (${first + copy}, ${site.threadId}, 'over', 'other', 'Gate',
            ${startsAt - copy * dayMs}, 'no_show', 0, 0)`)
      }
      const missed = async () =>
        (await bob.get(apiPaths.missedMeetings)).body as unknown as object[]
      expect(await missed()).toHaveLength(100)
      expect((await missed())[0]).toMatchObject({ starts_at: new Date(startsAt).toISOString() })
      const bobId = await idOf(bob)
      expect(await readNoShows(db, bobId, clock.now)).toHaveLength(100)
      await db.run(sql`UPDATE threads SET expires_at = ${clock.now}`)
      expect(await missed()).toEqual([])
      expect(await readNoShows(db, bobId, clock.now)).toEqual([])
    })

    it('can be told after a block, but not after two weeks', async () => {
      const site = await openMeetingSite(engine)
      const { ada, bob, clock } = site
      const { startsAt } = await site.agree()
      clock.now = startsAt + questionDelayMs
      await ada.put(apiPaths.block(await idOf(bob)))
      expect(await site.current(ada)).toMatchObject({ state: 'over', is_asked: true })
      expect((await site.tell(ada, 'no_show')).status).toBe(204)
      clock.now = startsAt + 14 * dayMs
      await renewSessions(site)
      expect(await site.readMeetings(bob)).toMatchObject({ current: null })
    })

    it('make room for another meeting, whose question comes later', async () => {
      const site = await openMeetingSite(engine)
      const { id, startsAt } = await site.agree()
      site.clock.now = startsAt + meetingMs
      expect((await site.readMeetings(site.ada)).can_propose).toBe(true)
      expect((await site.propose(site.bob, [site.at(2)])).status).toBe(201)
      expect((await site.current(site.ada)).state).toBe('open')
      // The question about the first one stays, and so does the answer to a claim.
      const earlier = async (reader: Site['ada']) => (await site.readMeetings(reader)).earlier
      expect(await earlier(site.ada)).toMatchObject({
        id,
        state: 'over',
        is_asked: true,
        moves: [],
      })
      const say = (author: Site['ada'], answer: string) =>
        author.post(apiPaths.meetingOutcome(site.threadId), { meeting_id: id, answer })
      expect((await say(site.ada, 'no_show')).status).toBe(204)
      expect(await earlier(site.ada)).toBeNull()
      await say(site.bob, 'not_yet')
      expect(await earlier(site.bob)).toMatchObject({ is_asked: false, other_says_no_show: true })
      await say(site.bob, 'was_there')
      expect(await earlier(site.bob)).toBeNull()
      expect(await site.db.all(sql`SELECT state FROM meetings ORDER BY message_id`)).toEqual([
        { state: 'over' },
        { state: 'open' },
      ])
    })
  })

  it('have a calendar file that is replaced when they move or are cancelled', async () => {
    const site = await openMeetingSite(engine)
    const { id, startsAt } = await site.agree()
    const read = async () => {
      const url = apiPaths.meetingCalendar(site.threadId, id)
      const { body, headers } = await site.app.inject({
        url,
        headers: { cookie: site.bob.cookie() },
      })
      return { lines: body.replaceAll('\r\n ', '').split('\r\n'), headers }
    }
    const utc = (time: number) => new Date(time).toISOString().replaceAll(/[-:]|\.000/g, '')
    const first = await read()
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="meeting.ics"',
      'cache-control': 'no-store',
    })
    const uid = first.lines.find((line) => line.startsWith('UID:'))
    expect(first.lines).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        'SEQUENCE:0',
        `DTSTART:${utc(startsAt)}`,
        'STATUS:CONFIRMED',
        `LOCATION:${site.spot}`,
        `SUMMARY:${campus.brand}: meet about ${site.lamp.item_name ?? site.lamp.title}`,
      ]),
    )
    await site.proposeAgain(site.ada, [site.at(6)])
    await site.answer(site.bob, 'accept')
    const moved = await read()
    expect(moved.lines).toEqual(expect.arrayContaining(['METHOD:PUBLISH', 'SEQUENCE:1', uid]))
    await site.answer(site.bob, 'cancel')
    const cancelled = await read()
    expect(cancelled.lines).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:2', uid]),
    )
  })
})
