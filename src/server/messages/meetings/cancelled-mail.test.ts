import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { formatMeetingTime } from '#contract/meeting-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { ada, bob, strongPassword } from '#tests/support/http-client.ts'
import { createTestMailLinks, testAppUrl } from '#tests/support/mail-links.ts'
import { openMeetingSite } from '#tests/support/meeting-site.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { runJob } from '#tests/support/run-job.ts'
import { hourMs, minuteMs } from '../../durations.ts'
import { messageMails } from '../mails/message-mail-job.ts'

// The night is that of one time zone.
stayOnBuiltInCampus()

/** Opens a site where Ada and Bob have agreed to meet at three in the afternoon, two days from now. It is noon. */
async function openSite(engine: Engine) {
  const site = await openMeetingSite(engine)
  const { db, clock, dataDir } = site
  const meeting = await site.agree()
  clock.now = meeting.startsAt - 27 * hourMs
  const adaId = (await site.ada.get(apiPaths.me)).body.id
  const bobId = (await site.bob.get(apiPaths.me)).body.id
  const deps = { links: createTestMailLinks(testAppUrl), verifyEmail: false }
  /** Waits until all emails that are due were sent. The app also runs the jobs of the queue. */
  const settle = () =>
    expect
      .poll(() =>
        db.all(sql`
          SELECT kind FROM jobs WHERE kind IN ('mail', 'meeting-cancelled')
            AND state IN ('waiting', 'running') AND run_at <= ${clock.now}`),
      )
      .toEqual([])
  /** Lets time pass, runs the jobs, and returns all emails about messages and meetings that were sent. */
  const mailsAfter = async (ms: number) => {
    clock.now += ms
    await settle()
    await runJob(messageMails(deps), { db, now: () => clock.now })
    await settle()
    const mails = await readOutbox(dataDir)
    return mails.filter(({ subject }) => /meeting|message/.test(subject))
  }
  await site.read(site.ada)
  await site.read(site.bob)
  await db.run(sql`DELETE FROM jobs`)
  return { ...site, meeting, adaId, bobId, mailsAfter }
}

type Site = Awaited<ReturnType<typeof openSite>>

const ways: Record<string, (site: Site) => Promise<unknown>> = {
  'presses the button': (site) => site.answer(site.ada, 'cancel'),
  'blocks the other': ({ ada, bobId }) => ada.put(apiPaths.block(bobId)),
  'is banned': ({ db, adaId, clock }) => banTestStudent(db, { studentId: adaId, now: clock.now }),
  'deletes the account': ({ ada }) =>
    ada.send('DELETE', apiPaths.account, { password: strongPassword }),
}

describe.each(engines)('an email about a cancelled meeting on %s', (engine) => {
  it.each(Object.keys(ways))('is sent to the other, once, when one %s', async (way) => {
    const site = await openSite(engine)
    await ways[way]?.(site)
    const toBob = async (ms: number) =>
      (await site.mailsAfter(ms)).filter(({ to }) => to === bob.email)
    expect(await toBob(minuteMs)).toEqual([])
    const mails = await toBob(minuteMs)
    expect(mails).toHaveLength(1)
    const starts = new Date(site.meeting.startsAt).toISOString()
    const [mail] = mails
    expect(mail?.subject).toBe(`Your meeting on ${formatMeetingTime(starts)} is cancelled`)
    expect(mail?.text).toContain(`Place: the ${site.spot}`)
    expect(mail?.text).toContain(site.config.APP_URL + pagePaths.thread(site.threadId))
    // It does not say who cancelled: Bob must not learn by email that Ada has blocked him.
    expect(mail?.text).not.toContain('Ada')
    // No email about the unread message follows, which says the same.
    expect(await toBob(24 * hourMs)).toHaveLength(1)
    expect(await site.mailsAfter(0)).toHaveLength(1)
  })

  it('goes to students who get other messages once a day, but not to those who want none', async () => {
    const site = await openSite(engine)
    await site.bob.patch(apiPaths.account, { mailMessages: 'daily' })
    await site.answer(site.ada, 'cancel')
    expect(await site.mailsAfter(2 * minuteMs)).toHaveLength(1)
    expect(await site.mailsAfter(24 * hourMs)).toHaveLength(1)
    const other = await openSite(engine)
    await other.bob.patch(apiPaths.account, { mailMessages: 'off' })
    await other.answer(other.ada, 'cancel')
    expect(await other.mailsAfter(2 * minuteMs)).toEqual([])
  })

  it('is not sent to a student who has read it, or after the time of the meeting', async () => {
    const site = await openSite(engine)
    await site.answer(site.ada, 'cancel')
    await site.read(site.bob)
    expect(await site.mailsAfter(2 * minuteMs)).toEqual([])
    const other = await openSite(engine)
    await other.ada.put(apiPaths.block(other.bobId))
    expect(await other.mailsAfter(27 * hourMs)).toEqual([])
  })

  it('leaves other unread messages to their own email', async () => {
    const site = await openSite(engine)
    await site.reply(site.ada, 'I am ill.')
    await site.answer(site.ada, 'cancel')
    const subjects = async (ms: number) =>
      (await site.mailsAfter(ms)).map(({ subject }) => subject.split(' ')[0])
    expect(await subjects(2 * minuteMs)).toEqual(['Your'])
    expect(await subjects(3 * minuteMs)).toEqual(['Your', '2'])
  })

  it('is not written for a proposal or for a meeting that has begun', async () => {
    const site = await openSite(engine)
    site.clock.now = site.meeting.startsAt
    await site.ada.put(apiPaths.block(site.bobId))
    expect(await site.mailsAfter(2 * minuteMs)).toEqual([])
    const other = await openMeetingSite(engine)
    await other.propose(other.bob, [other.at(2)])
    await other.ada.put(apiPaths.block((await other.bob.get(apiPaths.me)).body.id))
    expect(await other.db.all(sql`SELECT id FROM jobs WHERE kind = 'meeting-cancelled'`)).toEqual(
      [],
    )
  })

  it('is sent to both sides of two meetings, to each about the own one', async () => {
    const site = await openSite(engine)
    await site.answer(site.bob, 'cancel')
    await site.propose(site.bob, [site.at(4)])
    await site.answer(site.ada, 'accept')
    await site.answer(site.ada, 'cancel')
    const mails = await site.mailsAfter(2 * minuteMs)
    expect(mails.map(({ to }) => to).toSorted()).toEqual([ada.email, bob.email].toSorted())
  })
})
