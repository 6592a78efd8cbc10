import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { addCampusDays } from '#format/campus-date.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { createTestMailLinks } from '#tests/support/mail-links.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../durations.ts'
import { deleteFinishedJobs } from '../../jobs/job-queries.ts'
import { startJobRunner } from '../../jobs/job-runner.ts'
import { createRateLimiter } from '../../limits/rate-limit.ts'
import { insertListing } from '../../listings/listing-queries.ts'
import { mailJobs } from '../../mail/mail-jobs.ts'
import { createMailSender } from '../../mail/mail-sender.ts'
import { type Mail, MailRefusedError } from '../../mail/mail-transport.ts'
import { isTurnedOff } from '../../students/mail-settings.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { answerOffer } from '../offers/answer-offer.ts'
import { makeOffer } from '../offers/make-offer.ts'
import { markThreadRead } from '../read-threads.ts'
import { sendMessage } from '../send-message.ts'
import { messageSeller } from '../start-thread.ts'
import { mailedThreadRules, messageMails } from './message-mail-job.ts'

const noon = Date.UTC(2026, 10, 16, 17)
const evening = Date.UTC(2026, 10, 17, 2, 57)
const morning = Date.UTC(2026, 10, 17, 13)
const deps = { links: createTestMailLinks(), verifyEmail: true }

/** Opens a site where Bob writes to Ada about her lamps. */
async function open(engine: Engine) {
  changeCampus({ timeZone: 'America/Toronto' })
  const db = await openTestDatabase(engine)
  const clock = { now: noon }
  const now = () => clock.now
  const ada = { ...(await insertTestUser(db)), email: at('ada') }
  const bob = { ...(await insertTestUser(db, at('bob', 1, 1))), email: at('bob', 1, 1) }
  await db.run(sql`UPDATE users SET first_name = 'Bob' WHERE id = ${bob.id}`)
  const rateLimiter = createRateLimiter({ enabled: false, now })
  const post = (title: string, category: CategoryId = 'misc') =>
    db.transaction((tx) =>
      insertListing(tx, {
        category,
        seller_id: ada.id,
        title,
        price_cents: 500,
        description: '',
        details: '{}',
        search_text: '',
        posted_at: noon,
        ends_at: addCampusDays(noon, 30),
      }),
    )
  const lampId = await post('Lamp')
  const write = async (
    body = 'Is it still there?',
    listingId = lampId,
    category: CategoryId = 'misc',
  ) =>
    db.transaction((tx) =>
      messageSeller(tx, rateLimiter, {
        buyer: bob,
        listing: { category, id: listingId },
        input: { body },
        now: now(),
      }),
    )
  const answer = (threadId: number, body: string) =>
    db.transaction((tx) =>
      sendMessage(tx, rateLimiter, threadId, { sender: ada, input: { body }, now: now() }),
    )
  const read = (threadId: number, upTo?: number, studentId = ada.id) =>
    db.transaction((tx) => markThreadRead(tx, { threadId, studentId, upTo, now: now() }))

  const mailServer = { isDown: false, refuses: false }
  const sent: Mail[] = []
  const logged: unknown[] = []
  const record = (...line: unknown[]) => logged.push(line)
  const log = { info: record, warn: record, error: record }
  const send = async (mail: Mail) => {
    if (mailServer.isDown) throw Object.assign(new Error('down'), { code: 'ECONNECTION' })
    if (mailServer.refuses) throw new MailRefusedError('refused')
    sent.push(mail)
  }
  const kinds = [
    messageMails(deps),
    ...mailJobs({
      sender: createMailSender({ transport: { send, isRemote: true }, log }),
      threadRules: mailedThreadRules,
      isTurnedOff,
    }),
  ]
  async function run(at = clock.now) {
    clock.now = at
    const runner = startJobRunner({ db, kinds, now, log, pollMs: hourMs })
    await runner.runDue()
    await runner.stop()
    return sent.length
  }
  const change = (studentId: number, changes: Sql) =>
    db.run(sql`UPDATE users SET ${changes} WHERE id = ${studentId}`)
  const block = async (blocker: typeof ada, blocked: typeof ada) => {
    const hash = await readMailboxHash(db)
    await db.run(sql`
      INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
      VALUES (${blocker.id}, ${blocked.id}, ${hash(blocked.email)}, 0)`)
  }
  return {
    ...{ db, clock, ada, bob, lampId, post, write, answer, read },
    ...{ mailServer, sent, logged, run, change, block },
  }
}

type Site = Awaited<ReturnType<typeof open>>

/** The reasons for which an email about a message is not sent. */
const reasons: [reason: string, happen: (site: Site, threadId: number) => unknown][] = [
  ['was read', ({ read }, threadId) => read(threadId)],
  ['is for one who wants no mail', ({ change, ada }) => change(ada.id, sql`mail_messages = 'off'`)],
  ['is of a blocked student', ({ block, ada, bob }) => block(ada, bob)],
  ['is for one who is blocked', ({ block, ada, bob }) => block(bob, ada)],
  ['is of a banned student', ({ change, bob }) => change(bob.id, sql`banned_at = 1`)],
  ['is for a banned student', ({ change, ada }) => change(ada.id, sql`banned_at = 1`)],
  ['is of a deleted account', ({ db, bob }) => db.run(sql`DELETE FROM users WHERE id = ${bob.id}`)],
  [
    'is for a deleted account',
    ({ db, ada }) => db.run(sql`DELETE FROM users WHERE id = ${ada.id}`),
  ],
  ['is for an address that bounced', ({ change, ada }) => change(ada.id, sql`bounced_at = 1`)],
  ['is in a thread that is over', ({ db }) => db.run(sql`UPDATE threads SET expires_at = 1`)],
]

describe.each(anyEngine)('mails about unread messages on %s', (engine) => {
  it('ask for an answer to an offer while it is open', async () => {
    for (const isTakenBack of [false, true]) {
      const { db, ada, bob, write, read, run, sent } = await open(engine)
      const rateLimiter = createRateLimiter({ enabled: false, now: () => noon })
      const { threadId } = await write()
      await read(threadId)
      const { message } = await db.transaction((tx) =>
        makeOffer(tx, rateLimiter, threadId, { sender: bob, input: { amount: 4 }, now: noon }),
      )
      const input = { offer_id: message.id, answer: 'withdraw' }
      if (isTakenBack) {
        await db.transaction((tx) =>
          answerOffer(tx, rateLimiter, threadId, { sender: bob, input, now: noon }),
        )
      }
      await run(noon + 5 * minuteMs)
      expect(sent.map(({ to }) => to)).toEqual([ada.email])
      expect(sent[0]?.text.includes('Answer the offer')).toBe(!isTakenBack)
    }
  })

  it('come after 5 minutes, once until it is read', async () => {
    const site = await open(engine)
    const { write, read, run, sent, ada, bob } = site
    const { threadId } = await write('Is it still there? https://evil.example')
    site.clock.now += minuteMs
    await write('I could come by today.')
    expect(await run(noon + 5 * minuteMs - 1)).toBe(0)
    expect(await run(noon + 5 * minuteMs)).toBe(1)
    expect(sent[0]).toMatchObject({
      to: ada.email,
      subject: '2 new messages from Bob about Lamp',
      text: expect.stringContaining(
        '> Is it still there? https://evil.example\n>\n> I could come by today.\n',
      ),
    })
    expect(sent[0]?.text).toContain(`${deps.links.appUrl}/messages/${threadId}\n`)
    await write('Hello?')
    expect(await run(noon + hourMs)).toBe(1)
    await read(threadId)
    expect(await run(noon + 2 * hourMs)).toBe(1)
    await write('Thank you.')
    expect(await run(noon + 2 * hourMs + 5 * minuteMs)).toBe(2)
    expect(sent[1]?.text).not.toContain('Hello?')
    // The buyer gets emails too, and each thread gets its own email.
    await site.answer(threadId, 'See you.')
    await write('And this one?', await site.post('Old lamp'))
    expect(await run(noon + 3 * hourMs)).toBe(4)
    expect(
      sent
        .slice(2)
        .map(({ to, subject }) => [to, subject])
        .toSorted(),
    ).toEqual([
      [ada.email, 'New message from Bob about Old lamp'],
      [bob.email, 'New message from Ada about Lamp'],
    ])
  })

  it('show a suspended student no more than the title of a housing request', async () => {
    const { bob, post, write, answer, change, run, sent } = await open(engine)
    const request = await post('Room wanted', 'wanted')
    const { threadId } = await write('I have one.', request, 'wanted')
    await answer(threadId, 'Great!')
    await change(bob.id, sql`suspended_until = ${noon + dayMs}`)
    await run(noon + 5 * minuteMs)
    const [closed] = sent.filter(({ to }) => to === bob.email)
    expect(closed?.text).toContain('Room wanted')
    expect(closed?.text).not.toContain('$5')
  })

  it('tell of what is left when only a part was read', async () => {
    const { write, read, run, sent, clock } = await open(engine)
    const { threadId, message } = await write('The first message')
    clock.now += 4 * minuteMs
    await write('The second message')
    await read(threadId, message.id)
    expect(await run(noon + 9 * minuteMs - 1)).toBe(0)
    expect(await run(noon + 9 * minuteMs)).toBe(1)
    expect(sent[0]?.text).toContain('> The second')
    expect(sent[0]?.text).not.toContain('The first')
  })

  it('wait for the morning in quiet hours', async () => {
    const { write, run, clock } = await open(engine)
    clock.now = evening
    await write()
    expect(await run(evening + 5 * minuteMs)).toBe(0)
    expect(await run(morning - 1)).toBe(0)
    expect(await run(morning)).toBe(1)
  })

  it('wait for it also when nothing ran before them', async () => {
    const { write, run } = await open(engine)
    await write()
    expect(await run(evening + hourMs)).toBe(0)
    expect(await run(morning)).toBe(1)
  })

  it('come once a day for all conversations', async () => {
    const { write, run, change, sent, ada, post, clock } = await open(engine)
    await change(ada.id, sql`mail_messages = 'daily'`)
    await write('Is it still there?')
    await write('And what about this one?', await post('Old lamp'))
    expect(await run(morning - 1)).toBe(0)
    clock.now = morning - 4 * minuteMs
    await write('Or that one, please?', await post('New lamp'))
    expect(await run(morning + secondMs)).toBe(1)
    expect(sent[0]?.subject).toBe('Unread messages in 2 conversations')
    for (const part of ['Lamp\nBob: Is it still there?', 'Old lamp\nBob: And what about']) {
      expect(sent[0]?.text).toContain(part)
    }
    expect(await run(morning + hourMs)).toBe(1)
    expect(await run(addCampusDays(morning, 1))).toBe(2)
    expect(sent[1]?.subject).toBe('New message from Bob about New lamp')
  })

  it('move to the morning when the student chooses so meanwhile', async () => {
    const { write, run, change, ada } = await open(engine)
    await write()
    await change(ada.id, sql`mail_messages = 'daily'`)
    expect(await run(noon + 5 * minuteMs)).toBe(0)
    expect(await run(morning)).toBe(1)
  })

  it.each(reasons)('do not come if it %s', async (_, happen) => {
    const site = await open(engine)
    const { threadId } = await site.write()
    await happen(site, threadId)
    expect(await site.run(noon + 5 * minuteMs)).toBe(0)
    expect(await site.run(morning)).toBe(0)
    expect(await site.db.all(sql`SELECT 1 AS mail FROM jobs WHERE kind = 'mail'`)).toEqual([])
    expect(site.logged).toEqual([])
  })

  it.each([
    ['has to confirm the address', sql`must_confirm = 1`, 0],
    ['has confirmed it', sql`must_confirm = 1, confirmed_at = 1`, 1],
    ['is suspended, who may answer', sql`suspended_until = ${morning}`, 1],
    ['is a sample', sql`is_sample = 1`, 0],
  ])('to a student who %s', async (_, changes, count) => {
    const { write, run, change, ada } = await open(engine)
    await change(ada.id, changes)
    await write()
    expect(await run(noon + 5 * minuteMs)).toBe(count)
  })

  it.each(reasons)('are not sent if it %s while the mail server is down', async (_, happen) => {
    const site = await open(engine)
    const { threadId } = await site.write()
    site.mailServer.isDown = true
    await site.run(noon + 5 * minuteMs)
    await happen(site, threadId)
    site.mailServer.isDown = false
    expect(await site.run(noon + hourMs)).toBe(0)
    expect(await site.run(morning)).toBe(0)
  })

  describe('while the mail server is down', () => {
    it('are held back in quiet hours, and come in the morning', async () => {
      const { write, run, mailServer } = await open(engine)
      await write()
      mailServer.isDown = true
      await run(noon + 5 * minuteMs)
      mailServer.isDown = false
      expect(await run(evening + hourMs)).toBe(0)
      expect(await run(morning)).toBe(1)
      expect(await run(morning + hourMs)).toBe(1)
    })

    it('go on about what was not read', async () => {
      const { write, read, run, change, sent, ada, post, mailServer } = await open(engine)
      await change(ada.id, sql`mail_messages = 'daily'`)
      const { threadId } = await write('Is it still there?')
      await write('And what about this one?', await post('Old lamp'))
      mailServer.isDown = true
      await run(morning)
      await read(threadId)
      mailServer.isDown = false
      await run(morning + hourMs)
      expect(await run(morning + hourMs + minuteMs)).toBe(1)
      expect(sent[0]?.subject).toBe('New message from Bob about Old lamp')
    })

    it.each<[string, (site: Site) => unknown, (site: Site) => unknown]>([
      [
        'wants none for a while',
        ({ change, ada }) => change(ada.id, sql`mail_messages = 'off'`),
        ({ change, ada }) => change(ada.id, sql`mail_messages = 'soon'`),
      ],
      [
        'is blocked for a while',
        ({ block, ada, bob }) => block(bob, ada),
        ({ db }) => db.run(sql`DELETE FROM blocks`),
      ],
    ])('come after the next message to one who %s', async (_, begin, end) => {
      const site = await open(engine)
      const { write, run, mailServer, sent, clock } = site
      await write()
      mailServer.isDown = true
      await run(noon + 5 * minuteMs)
      await begin(site)
      mailServer.isDown = false
      expect(await run(noon + 30 * minuteMs)).toBe(0)
      await end(site)
      clock.now = noon + 40 * minuteMs
      await write('Hello?')
      expect(await run(noon + 50 * minuteMs)).toBe(1)
      expect(sent[0]?.subject).toBe('2 new messages from Bob about Lamp')
      expect(await run(noon + hourMs)).toBe(1)
    })

    it('go on about all conversations when one that was not shown is read', async () => {
      const { write, read, run, change, sent, ada, post, mailServer } = await open(engine)
      await change(ada.id, sql`mail_messages = 'daily'`)
      let last = 0
      for (let count = 0; count < 13; count += 1) {
        last = (await write('Is it there?', await post(`Lamp ${count}`))).threadId
      }
      mailServer.isDown = true
      await run(morning)
      await read(last)
      mailServer.isDown = false
      await run(morning + hourMs)
      expect(await run(morning + hourMs + minuteMs)).toBe(1)
      expect(sent[0]?.subject).toBe('Unread messages in 12 conversations')
    })

    it('do not name a listing that is taken down meanwhile', async () => {
      const { db, write, run, sent, logged, mailServer, lampId } = await open(engine)
      await write()
      mailServer.isDown = true
      await run(noon + 5 * minuteMs)
      await db.run(sql`UPDATE listings SET status = 'hidden' WHERE id = ${lampId}`)
      mailServer.isDown = false
      await run(noon + hourMs)
      expect(await run(noon + hourMs + minuteMs)).toBe(1)
      expect(sent[0]?.subject).toBe('New message from Bob')
      expect(JSON.stringify(sent)).not.toContain('Lamp')
      // Neither the log nor a stored row has a name or a title.
      expect(JSON.stringify(logged)).toContain('New messages')
      const kept = await db.all(sql`SELECT payload FROM jobs WHERE kind = 'mail'`)
      expect(kept).toHaveLength(2)
      expect(JSON.stringify([logged, kept])).not.toMatch(/Bob|Lamp|still there/)
    })
  })

  it('keep what they quote for two days once the mail server has refused them', async () => {
    const { db, write, run, mailServer } = await open(engine)
    await write()
    mailServer.refuses = true
    const refusedAt = noon + 5 * minuteMs
    await run(refusedAt)
    const readKept = async (at: number) => {
      await deleteFinishedJobs(db, at)
      return JSON.stringify(await db.all(sql`SELECT payload FROM jobs WHERE state = 'failed'`))
    }
    expect(await readKept(refusedAt + 2 * dayMs - 1)).toContain('still there')
    expect(await readKept(refusedAt + 2 * dayMs)).toBe('[{"payload":"null"}]')
  })

  it('come once about what is new, though one about what is read is given up after it', async () => {
    const { db, clock, write, read, run } = await open(engine)
    const { threadId, message } = await write()
    expect(await run(noon + 5 * minuteMs)).toBe(1)
    await read(threadId)
    await write('Hello?')
    expect(await run(noon + 10 * minuteMs)).toBe(2)
    const retried = { threadId, isBuyer: false, firstId: message.id }
    await mailedThreadRules.writeAnew(db, [retried], clock.now)
    expect(await run(morning)).toBe(2)
  })

  it('are one each when several processes look at once', async () => {
    const { db, write, clock, post } = await open(engine)
    for (let count = 0; count < 5; count += 1) await write('Is it there?', await post('Old lamp'))
    clock.now += hourMs
    const job = { id: 1, cause: '', payload: {}, attempts: 1, createdAt: 0 }
    const { signal } = new AbortController()
    const kind = messageMails(deps)
    await Promise.all([1, 2, 3].map(() => kind.run({ ...job, db, now: () => clock.now, signal })))
    expect(await db.all(sql`SELECT 1 AS mail FROM jobs WHERE kind = 'mail'`)).toHaveLength(5)
  })

  it('are looked for again before a message that comes now is due, and when one is due', async () => {
    const { db, write } = await open(engine)
    const { nextRunAt } = messageMails(deps)
    expect(await nextRunAt?.(noon, db)).toBeLessThan(noon + 5 * minuteMs)
    await write()
    const almost = noon + 5 * minuteMs - secondMs
    expect(await nextRunAt?.(almost, db)).toBe(noon + 5 * minuteMs)
  })
})
