import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { formatMeetingTime, meetingMs, questionDelayMs } from '#contract/meeting-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { formatClock } from '#format/format.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { ada, bob } from '#tests/support/http-client.ts'
import { createTestMailLinks, testAppUrl } from '#tests/support/mail-links.ts'
import { openMeetingSite } from '#tests/support/meeting-site.ts'
import { runJob } from '#tests/support/run-job.ts'
import { hourMs, minuteMs } from '../../durations.ts'
import { clearThreadTitles } from '../thread-queries.ts'
import { isMeetingMailDue, meetingMails } from './meeting-mail-job.ts'
import { cancelledMailTime, reminderTime } from './meeting-times.ts'

interface Queued {
  to: string
  subject: string
  text: string
  listingIds?: number[]
  mailedMeeting: Parameters<typeof isMeetingMailDue>[1]
}

async function openSite(engine: Engine) {
  const site = await openMeetingSite(engine)
  const { db, clock } = site
  const job = meetingMails({ links: createTestMailLinks(testAppUrl), verifyEmail: false })
  /** Runs the job, and returns the emails that it has written since. */
  const run = async () => {
    await db.run(sql`DELETE FROM jobs`)
    await runJob(job, { db, now: () => clock.now })
    const rows = await db.all<{ payload: string }>(sql`
      SELECT payload FROM jobs WHERE kind = 'mail' ORDER BY id`)
    const mails = rows.map(({ payload }) => JSON.parse(payload) as Queued)
    return mails.toSorted((a, b) => a.to.localeCompare(b.to))
  }
  return { ...site, run }
}

// The hours of reminders are those of one time zone.
stayOnBuiltInCampus()

const recipients = (mails: Queued[]) => mails.map(({ to }) => to)

describe.each(engines)('emails about meetings on %s', (engine) => {
  it('remind both once, three hours before', async () => {
    const site = await openSite(engine)
    const { startsAt } = await site.agree()
    site.clock.now = startsAt - 3 * hourMs - 1
    expect(await site.run()).toEqual([])
    site.clock.now++
    const mails = await site.run()
    expect(recipients(mails)).toEqual([ada.email, bob.email])
    const starts = new Date(startsAt).toISOString()
    expect(mails[0]?.subject).toBe(`Your meeting at ${formatClock(starts)}`)
    expect(mails[0]?.text).toContain(`You have agreed to meet on ${formatMeetingTime(starts)}.`)
    expect(mails[0]?.text).toContain(site.spot)
    expect(mails[0]?.text).toContain(testAppUrl + pagePaths.thread(site.threadId))
    // Neither email names the other student.
    expect(mails[0]?.text).not.toContain('Bob')
    expect(await site.run()).toEqual([])
  })

  it('do not remind of a cancelled meeting, and remind of a moved one at its new time', async () => {
    const site = await openSite(engine)
    const { startsAt } = await site.agree()
    await site.proposeAgain(site.bob, [site.at(5)])
    await site.answer(site.ada, 'accept')
    site.clock.now = startsAt - hourMs
    expect(await site.run()).toEqual([])
    const moved = Date.parse((await site.current(site.ada)).agreed?.starts_at ?? '')
    site.clock.now = moved - hourMs
    const [mail] = await site.run()
    const { db } = site
    // The email waits to be sent while the meeting is cancelled.
    expect(mail && (await isMeetingMailDue(db, mail.mailedMeeting))).toBe(true)
    await site.answer(site.ada, 'cancel')
    expect(mail && (await isMeetingMailDue(db, mail.mailedMeeting))).toBe(false)
    site.clock.now = moved + meetingMs
    expect(await site.run()).toEqual([])
  })

  it('follow the settings of each student, and are not sent to blocked ones', async () => {
    const site = await openSite(engine)
    const { startsAt } = await site.agree()
    await site.bob.patch(apiPaths.account, { mailMessages: 'off' })
    site.clock.now = startsAt - hourMs
    expect(recipients(await site.run())).toEqual([ada.email])
    const adaId = (await site.ada.get(apiPaths.me)).body.id
    site.clock.now = startsAt + questionDelayMs
    await site.bob.put(apiPaths.block(adaId))
    site.clock.now = startsAt + meetingMs
    expect(await site.run()).toEqual([])
  })

  it('ask both once, unless they have said how it went', async () => {
    const site = await openSite(engine)
    const { startsAt } = await site.agree()
    site.clock.now = startsAt + questionDelayMs
    await site.run()
    await site.tell(site.bob, 'not_yet')
    site.clock.now = startsAt + meetingMs - 1
    expect(await site.run()).toEqual([])
    site.clock.now++
    const mails = await site.run()
    expect(recipients(mails)).toEqual([ada.email])
    expect(mails[0]?.subject).toBe('Did your meeting work out?')
    const mailed = mails[0]?.mailedMeeting
    expect(mailed && (await isMeetingMailDue(site.db, mailed))).toBe(true)
    await site.tell(site.ada, 'not_yet')
    expect(mailed && (await isMeetingMailDue(site.db, mailed))).toBe(false)
    expect(await site.run()).toEqual([])
    expect((await site.readMeetings(site.ada)).can_propose).toBe(true)
  })

  it('ask about a meeting, and leave a wish to move it that nobody has answered', async () => {
    const site = await openSite(engine)
    const { startsAt, id } = await site.agree()
    await site.run()
    await site.proposeAgain(site.bob, [site.at(5)])
    const { proposal } = await site.current(site.ada)
    site.clock.now = startsAt + meetingMs
    expect(recipients(await site.run())).toEqual([ada.email, bob.email])
    expect(await site.readMeetings(site.ada)).toMatchObject({
      current: { id: proposal?.id, state: 'open', moves: ['accept', 'decline', 'propose'] },
      earlier: { id, is_asked: true },
    })
    expect((await site.answer(site.ada, 'accept')).status).toBe(201)
  })

  it('send no buyer to the address of a listing that was taken down', async () => {
    const openViewing = async () => {
      const site = await openSite(engine)
      const { startsAt } = await site.agree()
      await site.db.run(sql`UPDATE meetings SET place_kind = 'address', place = '12 King St'`)
      site.clock.now = startsAt - hourMs
      return { ...site, startsAt, ids: [Number(site.lamp.id)] }
    }
    const site = await openViewing()
    const [toAda, toBob] = await site.run()
    expect(toBob?.text).toContain('12 King St')
    // An email that names these listings is not sent once one of them is taken down.
    expect([toAda?.listingIds, toBob?.listingIds]).toEqual([undefined, site.ids])
    // The question has no address.
    site.clock.now = site.startsAt + meetingMs
    for (const { listingIds } of await site.run()) expect(listingIds).toBeUndefined()

    // The title of a conversation stays empty if the seller deletes the listing afterwards.
    const removed = await openViewing()
    await clearThreadTitles(removed.db, removed.ids)
    await removed.db.run(sql`DELETE FROM listings`)
    expect(recipients(await removed.run())).toEqual([ada.email])
  })

  it('do not remind after the meeting began', async () => {
    const site = await openSite(engine)
    const { startsAt } = await site.agree()
    site.clock.now = startsAt + minuteMs
    expect(await site.run()).toEqual([])
  })
})

describe('a reminder', () => {
  const time = (local: string) => Date.parse(`2026-11-${local}:00-05:00`)
  const now = time('15T12:00')

  it.each([
    ['18T15:00', '18T12:00'],
    // At night no email is sent: after it, if an hour is left, or else on the evening before.
    ['18T10:00', '18T08:00'],
    ['18T09:00', '18T08:00'],
    ['18T08:59', '17T21:00'],
    ['18T02:00', '17T21:00'],
  ])('of a meeting at %s is sent at %s', (startsAt, expected) => {
    expect(reminderTime(time(startsAt), now)).toBe(time(expected))
  })

  it.each([
    ['15T12:00', '18T15:00', '15T12:02'],
    // At night the email waits for the morning, unless that is too late.
    ['15T23:30', '16T15:00', '16T08:00'],
    ['15T23:30', '16T08:30', '15T23:30'],
    ['15T14:30', '15T15:00', '15T14:30'],
  ])(
    'that a meeting is cancelled at %s, which was for %s, is sent at %s',
    (cancelledAt, startsAt, expected) => {
      expect(cancelledMailTime(time(startsAt), time(cancelledAt))).toBe(time(expected))
    },
  )

  it.each([
    // The evening before has begun when they agree: at once, or after the night if half an hour is left then.
    ['17T21:05', '18T08:59', '17T21:05'],
    ['17T21:59', '18T02:00', '17T21:59'],
    ['17T22:00', '18T08:59', '18T08:00'],
    ['18T07:00', '18T08:30', '18T08:00'],
    ['17T22:00', '18T08:29', null],
    ['17T22:00', '18T02:00', null],
    ['18T08:05', '18T08:59', null],
  ])('that is agreed at %s, for %s, is sent at %s', (agreedAt, startsAt, expected) => {
    expect(reminderTime(time(startsAt), time(agreedAt))).toBe(expected && time(expected))
  })

  it('is not sent if its time has passed when the two agree', () => {
    expect(reminderTime(now + 3 * hourMs, now)).toBeNull()
  })
})
