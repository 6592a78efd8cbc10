import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ListingStatus } from '#contract/listing-status.ts'
import { addCampusDays } from '#format/campus-date.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { createTestMailLinks } from '#tests/support/mail-links.ts'
import { runJob } from '#tests/support/run-job.ts'
import { dayMs, hourMs, minuteMs } from '../../durations.ts'
import { startJobRunner } from '../../jobs/job-runner.ts'
import { createMailSender } from '../../mail/mail-sender.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { changeStatus, renewListing } from '../lifecycle/change-status.ts'
import { endDueListings } from '../lifecycle/end-listings.ts'
import { insertListing } from '../listing-queries.ts'
import { listingReminders, reminderMail } from './listing-reminders.ts'
import { findDueReminders } from './reminder-queries.ts'

stayOnBuiltInCampus()

const noon = Date.UTC(2026, 10, 15, 17)
const appUrl = 'https://quad.example'
const links = createTestMailLinks(appUrl)
const kind = listingReminders({ verifyEmail: false })

interface TestListing {
  title?: string
  postedAt?: number
  endsAt?: number
  details?: object
  sellerId?: number
}

describe.each(engines)('listing reminders on %s', (engine) => {
  async function open() {
    const db = await openTestDatabase(engine)
    const { id: adaId } = await insertTestUser(db)
    const clock = { now: noon }
    const post = (listing: TestListing = {}) =>
      db.transaction((tx) =>
        insertListing(tx, {
          category: 'misc',
          seller_id: listing.sellerId ?? adaId,
          title: listing.title ?? 'Lamp',
          price_cents: 500,
          description: '',
          details: JSON.stringify(listing.details ?? {}),
          search_text: '',
          posted_at: listing.postedAt ?? clock.now,
          ends_at: listing.endsAt ?? addCampusDays(clock.now, 30),
        }),
      )
    const move = (id: number, to: ListingStatus) =>
      db.transaction((tx) => changeStatus(tx, { category: 'misc', id }, to, clock.now))
    const renew = (id: number) =>
      db.transaction((tx) => renewListing(tx, { category: 'misc', id }, clock.now))
    const sent: Mail[] = []
    const logged: unknown[] = []
    const sender = createMailSender({
      transport: { send: async (mail) => void sent.push(mail), isRemote: true },
      log: { info: (line: unknown) => logged.push(line) },
    })
    const unexpected = (...line: unknown[]) => expect.unreachable(JSON.stringify(line))
    const runOptions = { db, now: () => clock.now, onLog: unexpected }
    const queue = () => runJob({ ...kind, nextRunAt: (now) => now + 1 }, runOptions)
    const deliver = (onLog: (...line: unknown[]) => void = unexpected) =>
      runJob(reminderMail({ sender, links }), { ...runOptions, onLog })
    async function run() {
      await queue()
      await deliver()
      clock.now += 1
    }
    async function mails() {
      await deliver()
      return sent
    }
    const subjects = async () => (await mails()).map(({ subject }) => subject)
    return { db, clock, post, move, renew, queue, deliver, run, sent, logged, mails, subjects }
  }

  it.each([
    ['in summer', Date.UTC(2027, 6, 20, 16), Date.UTC(2027, 6, 15, 16)],
    ['as clocks go forward', Date.UTC(2027, 2, 16, 16), Date.UTC(2027, 2, 11, 17)],
    ['as clocks go back', Date.UTC(2026, 10, 4, 17), Date.UTC(2026, 9, 30, 16)],
  ])('come 5 days before the end, at the same time of day, %s', async (_, endsAt, dueAt) => {
    const { clock, post, run, subjects } = await open()
    await post({ endsAt, postedAt: endsAt - 30 * dayMs })
    clock.now = dueAt - 2
    await run()
    expect(await subjects()).toEqual([])
    clock.now = dueAt
    await run()
    expect(await subjects()).toEqual(['“Lamp” ends soon on Quad'])
  })

  it('come once before the end and once at the end', async () => {
    const { clock, post, run, subjects } = await open()
    const endsAt = addCampusDays(clock.now, 30)
    await post()
    for (let time = endsAt - 6 * dayMs; time <= endsAt + dayMs; time += 6 * hourMs) {
      clock.now = time
      await run()
    }
    expect(await subjects()).toEqual(['“Lamp” ends soon on Quad', '“Lamp” has ended on Quad'])
  })

  it('come again for the end after a renewal', async () => {
    const { clock, post, renew, run, subjects } = await open()
    const id = await post()
    clock.now += 26 * dayMs
    await run()
    await renew(id)
    clock.now += 20 * dayMs
    await run()
    expect(await subjects()).toHaveLength(1)
    clock.now += 6 * dayMs
    await run()
    clock.now += 6 * dayMs
    await run()
    await renew(id)
    clock.now += 31 * dayMs
    await run()
    expect(await subjects()).toEqual([
      '“Lamp” ends soon on Quad',
      '“Lamp” ends soon on Quad',
      '“Lamp” has ended on Quad',
      '“Lamp” has ended on Quad',
    ])
  })

  it('say only that it has ended when nothing ran before', async () => {
    const { clock, post, run, subjects } = await open()
    await post()
    clock.now += 35 * dayMs
    await run()
    clock.now += dayMs
    await run()
    expect(await subjects()).toEqual(['“Lamp” has ended on Quad'])
  })

  it('do not come once the link could no longer renew it', async () => {
    const { clock, post, run, subjects } = await open()
    await post()
    clock.now += 61 * dayMs
    await run()
    expect(await subjects()).toEqual([])
  })

  it('do not tell of an end that the seller has just chosen', async () => {
    const { clock, post, run, subjects } = await open()
    await post({ endsAt: clock.now + 3 * dayMs })
    await run()
    expect(await subjects()).toEqual([])
    clock.now += 3 * dayMs
    await run()
    expect(await subjects()).toEqual(['“Lamp” has ended on Quad'])
  })

  it('come once for each time it has been pending for 5 days', async () => {
    const { clock, post, move, run, subjects } = await open()
    const id = await post()
    await move(id, 'pending')
    clock.now += 5 * dayMs - minuteMs
    await run()
    expect(await subjects()).toEqual([])
    clock.now += minuteMs
    await run()
    clock.now += dayMs
    await run()
    expect(await subjects()).toEqual(['Is “Lamp” still pending on Quad?'])
    await move(id, 'available')
    await move(id, 'pending')
    clock.now += 5 * dayMs
    await run()
    expect(await subjects()).toHaveLength(2)
  })

  it.each(['sold', 'deleted'])('do not come for what is %s', async (end) => {
    const { db, clock, post, move, run, subjects } = await open()
    const id = await post()
    if (end === 'sold') await move(id, 'sold')
    else await db.run(sql`DELETE FROM listings`)
    clock.now += 31 * dayMs
    await run()
    expect(await subjects()).toEqual([])
  })

  describe('for a student who', () => {
    const due = { endsAt: noon + 20 * dayMs }

    it.each([
      ['wants none', sql`mail_reminders = 0`],
      ['cannot be reached', sql`bounced_at = 1`],
    ])('%s, wait', async (_, excluded) => {
      const { db, clock, post, run, subjects } = await open()
      await post(due)
      await db.run(sql`UPDATE users SET ${excluded}`)
      clock.now += 20 * dayMs
      await run()
      expect(await subjects()).toEqual([])
      expect(await kind.nextRunAt?.(clock.now, db)).toBeGreaterThan(clock.now)
      await db.run(sql`UPDATE users SET mail_reminders = 1, bounced_at = NULL`)
      await run()
      expect(await subjects()).toEqual(['“Lamp” has ended on Quad'])
    })

    it.each([
      ['has to confirm the address', true, 0, { must: 1, at: null }],
      ['has confirmed it', true, 1, { must: 1, at: 1 }],
      ['joined before it was asked for', true, 1, { must: 0, at: null }],
      ['has to confirm the address', false, 1, { must: 1, at: null }],
    ])('%s, with VERIFY_EMAIL %s, are %s', async (_, verifyEmail, count, { must, at }) => {
      const { db, clock, post, mails } = await open()
      await db.run(sql`UPDATE users SET must_confirm = ${must}, confirmed_at = ${at}`)
      await post(due)
      clock.now += 20 * dayMs
      await runJob(listingReminders({ verifyEmail }), { db, now: () => clock.now })
      expect(await mails()).toHaveLength(count)
    })
  })

  it('are not sent to who turns them off meanwhile, and log no title', async () => {
    const { db, clock, post, queue, deliver, sent, logged } = await open()
    const { id: bobId } = await insertTestUser(db, at('bob', 1, 1))
    await post()
    await post({ sellerId: bobId })
    clock.now += 30 * dayMs
    await queue()
    await db.run(sql`UPDATE users SET mail_reminders = 0 WHERE id = ${bobId}`)
    await deliver()
    expect(sent).toMatchObject([{ to: at('ada'), subject: '“Lamp” has ended on Quad' }])
    const mail = { template: 'listing-reminders', subject: 'Your Quad listing has ended' }
    expect(logged).toHaveLength(2)
    expect(logged).toEqual(expect.arrayContaining([mail, { ...mail, skipped: 'no longer due' }]))
    const jobs = await db.all(sql`SELECT payload FROM jobs WHERE kind = 'reminder-mail'`)
    expect(JSON.stringify(jobs)).not.toMatch(/Lamp|renew/)
  })

  it('leave out what was hidden, renewed or deleted before they are sent', async () => {
    const { db, clock, post, move, renew, queue, deliver, sent, logged } = await open()
    const ended = { endsAt: noon + 20 * dayMs }
    const hidden = await post({ title: 'Hidden lamp', ...ended })
    const renewed = await post({ title: 'Renewed lamp', ...ended })
    const deleted = await post({ title: 'Deleted lamp', ...ended })
    const removed = await post({ title: 'Removed lamp', endsAt: noon + 24 * dayMs })
    const available = await post({ title: 'Available lamp' })
    await move(available, 'pending')
    await post({ title: 'Old lamp', ...ended })
    clock.now += 20 * dayMs
    await queue()
    await db.run(sql`UPDATE listings SET status = 'hidden' WHERE id = ${hidden}`)
    await db.run(sql`UPDATE listings SET status = 'removed' WHERE id = ${removed}`)
    await db.run(sql`DELETE FROM listings WHERE id = ${deleted}`)
    await renew(renewed)
    await move(available, 'available')
    await deliver()
    expect(sent).toMatchObject([{ subject: '“Old lamp” has ended on Quad' }])
    expect(sent[0]?.text).not.toMatch(/Hidden|Renewed|Deleted|Removed|Available/)
    expect(logged).toEqual([
      { template: 'listing-reminders', subject: 'Your Quad listing has ended' },
    ])
  })

  it('are one mail a day for each student; what comes later waits for the next day', async () => {
    const { db, clock, post, move, run, mails } = await open()
    const { id: bobId } = await insertTestUser(db, at('bob', 1, 1))
    await post({ title: 'Ended lamp', endsAt: noon + 20 * dayMs })
    await post({ title: 'Ending lamp', endsAt: noon + 24 * dayMs })
    await move(await post({ title: 'Pending lamp' }), 'pending')
    await post({ title: 'Lamp of Bob', endsAt: noon + 20 * dayMs, sellerId: bobId })
    await post({ title: 'Later lamp', endsAt: noon + 25 * dayMs + 3 * hourMs })
    clock.now += 20 * dayMs
    for (const _hours of [0, 4, 8]) {
      await run()
      clock.now += 4 * hourMs
    }
    const today = await mails()
    expect(today.map(({ to }) => to).toSorted()).toEqual([at('ada'), at('bob', 1, 1)])
    const toAda = today.find(({ to }) => to === at('ada'))
    expect(toAda?.subject).toBe('Your Quad listings: 1 has ended, 1 ends soon, 1 is pending')
    for (const title of ['Ended', 'Ending', 'Pending'])
      expect(toAda?.text).toContain(`${title} lamp`)
    expect(toAda?.text).not.toMatch(/Later lamp|Bob/)
    await run()
    expect((await mails()).slice(2)).toMatchObject([
      { to: at('ada'), text: expect.stringContaining('Later lamp') },
    ])
  })

  it('are one mail when several processes look at once', async () => {
    const { db, clock, post, mails } = await open()
    for (const email of [at('bob', 1, 1), at('cid', 1, 1), at('dan', 1, 1)]) {
      const { id: sellerId } = await insertTestUser(db, email)
      for (let count = 0; count < 3; count += 1) await post({ sellerId })
    }
    clock.now += 30 * dayMs
    await endDueListings(db, clock.now)
    const job = { id: 1, cause: '', payload: {}, attempts: 1, createdAt: 0 }
    const { signal } = new AbortController()
    await Promise.all([1, 2, 3].map(() => kind.run({ ...job, db, now: () => clock.now, signal })))
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual([
      at('bob', 1, 1),
      at('cid', 1, 1),
      at('dan', 1, 1),
    ])
    expect(await db.all(sql`SELECT 1 AS link FROM renew_links`)).toHaveLength(9)
  })

  it('name ten listings of many, and tell of none again', async () => {
    const { db, clock, post, run, mails } = await open()
    for (let count = 0; count < 13; count += 1) await post({ title: `Lamp number ${count}` })
    clock.now += 30 * dayMs
    await run()
    clock.now += dayMs
    await run()
    const sent = await mails()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text.match(/Lamp number/g)).toHaveLength(10)
    expect(sent[0]?.text).toContain('and 3 more')
    expect(await db.all(sql`SELECT 1 AS link FROM renew_links`)).toHaveLength(10)
  })

  it('offer no renewal where it would not move the end', async () => {
    const { clock, post, run, mails } = await open()
    await post({ details: { event_date: '2026-11-30' }, endsAt: Date.UTC(2026, 11, 1, 5) })
    clock.now = Date.UTC(2026, 10, 28, 5)
    await run()
    clock.now = Date.UTC(2026, 11, 1, 5)
    await run()
    const [ending, ended] = await mails()
    expect(ending?.text).toContain('Ends Nov 30, its last day.')
    expect(ended?.text).toContain('Ended Nov 30, its last day.')
    expect(`${ending?.html}${ended?.html}`).not.toContain('/renew')
  })

  it('go on with the other students when one fails, and report it', async () => {
    const { db, clock, post, queue, deliver, sent } = await open()
    const { id: bobId } = await insertTestUser(db, at('bob', 1, 1))
    const broken = await post()
    await post({ sellerId: bobId })
    await db.run(sql`UPDATE listings SET photos = '[null]' WHERE id = ${broken}`)
    clock.now += 30 * dayMs
    await queue()
    const logged: unknown[] = []
    await deliver((...line) => logged.push(line))
    expect(sent.map(({ to }) => to)).toEqual([at('bob', 1, 1)])
    expect(logged).toEqual([
      [expect.objectContaining({ err: expect.any(Error) }), 'job failed and will be tried again'],
    ])
  })

  it('come as soon as a listing ends, not only every hour', async () => {
    const { db, clock, post, mails } = await open()
    const log = { warn: expect.unreachable, error: expect.unreachable }
    const now = () => clock.now
    const runner = startJobRunner({ db, kinds: [kind], now, log, pollMs: hourMs })
    onTestFinished(() => runner.stop())
    await runner.runDue()
    await post({ endsAt: clock.now + minuteMs })
    clock.now += 2 * minuteMs
    await runner.runDue()
    expect(await mails()).toEqual([])
    await endDueListings(db, clock.now)
    await runner.runDue()
    expect(await mails()).toHaveLength(1)
  })
})

it('SQLite looks for reminders among the listings of one seller, not among all that end', async () => {
  const db = await openTestDatabase('sqlite')
  const { id } = await insertTestUser(db)
  for (const status of ['expired', 'available', 'pending']) {
    await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, ends_at, status, rank)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)
      SELECT 'misc', ${id}, 'Lamp', 100, '', '{}', '[]', '', 0, 0, ${noon}, ${status},
        n + (SELECT COALESCE(MAX(rank), 0) FROM listings) FROM numbers`)
  }
  // Only with statistics does it choose between the indexes.
  await db.script('ANALYZE')
  for (const reminder of ['ended', 'ending', 'pending'] as const) {
    const plan = await explain(db, (tx) => findDueReminders(tx, id, reminder, noon))
    expect(plan, reminder).toContain('listings_by_seller')
  }
})
