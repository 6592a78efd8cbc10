import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { campusIsoDate, campusMoments } from '#format/campus-date.ts'
import type { Db } from '#server/database/database.ts'
import { dayMs, minuteMs } from '#server/durations.ts'
import { insertListing } from '#server/listings/listing-queries.ts'
import { createRandom } from '../../scripts/seed/seeded-random.ts'
import { type Engine, engines } from '../support/databases.ts'
import { startClockedApps } from '../support/faults/clocked-apps.ts'
import { reportFigures } from '../support/faults/figures.ts'
import { isTemporarilyUnavailable, parseJson, sendRequest } from '../support/faults/send-request.ts'
import { type StudentClient, signUpStudent } from '../support/faults/students.ts'
import { readOutbox } from '../support/outbox.ts'

/** These numbers give 1,000 messages. Each buyer and the seller write to each other at the same time. */
const buyerCount = 40
const messagesOfBuyer = 13
const messagesOfSeller = 12
const [reader, daily, off] = [0, 1, 2]
const pollOptions = { timeout: 60_000, interval: 100 }
const random = createRandom(19, 1)

async function openSite(engine: Engine) {
  const clocked = await startClockedApps(engine)
  const { apps } = clocked

  /** Sends a message with the same id again, until one of the processes has acknowledged it. */
  async function send(student: StudentClient, path: string, content: string | object) {
    const options = { method: 'POST', cookie: student.cookie, timeoutMs: 5_000 }
    const fields = typeof content === 'string' ? { body: content } : content
    const json = { ...fields, client_id: randomUUID() }
    for (let attempts = 1; ; attempts++) {
      const url = `${apps[attempts % 2]?.url}${path}`
      const response = await sendRequest(url, { ...options, json }).catch(() => undefined)
      if (response?.status === 201 || response?.status === 200) {
        const sent = parseJson<{ thread_id: number; message: { id: number } }>(response)
        return { threadId: sent.thread_id, id: sent.message.id, attempts, status: response.status }
      }
      if (response && !isTemporarilyUnavailable(response)) {
        throw new Error(`${path}: ${response.status} ${response.bytes}`)
      }
      await pause(20)
    }
  }
  return { ...clocked, send }
}

type Site = Awaited<ReturnType<typeof openSite>>
type Sent = Awaited<ReturnType<Site['send']>> & { body: string }

/** The messages that the server acknowledged to each side, in the order of sending. */
interface Conversation {
  threadId: number
  buyer: Sent[]
  seller: Sent[]
}

async function converse(
  { send }: Site,
  buyer: StudentClient,
  seller: StudentClient,
  listingId: number,
): Promise<Conversation> {
  const sendAll = async (student: StudentClient, path: string, from: number, to: number) => {
    const sent: Sent[] = []
    for (let count = from; count < to; count++) {
      const body = `Message number ${count}`
      sent.push({ ...(await send(student, path, body)), body })
    }
    return sent
  }
  const [first] = await sendAll(buyer, apiPaths.listingMessages('misc', listingId), 0, 1)
  if (!first) throw new Error('No message was sent.')
  const path = apiPaths.messages(first.threadId)
  const [later, answers] = await Promise.all([
    sendAll(buyer, path, 1, messagesOfBuyer),
    sendAll(seller, path, 0, messagesOfSeller),
  ])
  return { threadId: first.threadId, buyer: [first, ...later], seller: answers }
}

const insertLamp = (db: Db, seller_id: number, index: number) =>
  db.transaction((tx) =>
    insertListing(tx, {
      category: 'misc',
      seller_id,
      title: `Lamp ${index};`,
      price_cents: 100,
      description: '',
      details: '{}',
      search_text: '',
      posted_at: Date.now(),
      ends_at: Date.now() + 30 * dayMs,
    }),
  )

/** Kills and restarts one process or both until the work is done. Returns the number of kills. */
async function killDuring(work: Promise<unknown>, { apps }: Site): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let kills = 0
  while (!isDone) {
    await pause(random.integer(100, 500))
    const victims = apps.filter(() => random.chance(0.6))
    await Promise.all(victims.map((app) => app.kill()))
    kills += victims.length
    await Promise.all(victims.map((app) => app.start()))
  }
  await done
  return kills
}

const readSide = (db: Db, threadId: number, isFromBuyer: number) =>
  db.all<{ id: number; body: string }>(sql`
    SELECT id, body FROM messages
    WHERE thread_id = ${threadId} AND is_from_buyer = ${isFromBuyer} ORDER BY id`)

async function countMails(db: Db, states: string) {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM jobs WHERE kind = 'mail' AND state LIKE ${states}`)
  return row?.count ?? 0
}

// Fails if a message is acknowledged before COMMIT or is not found by its id, and if an email and the mark of its thread are
// not written in one transaction.
describe.each(engines)('messages through two processes killed at it on %s', (engine) => {
  it('are stored once, in order, and told of in one mail each', async () => {
    const site = await openSite(engine)
    const { url, db, dataDir, moveClock, kill, start } = site
    const seller = await signUpStudent(url, 'Sam')
    const buyers: StudentClient[] = []
    const listingIds: number[] = []
    for (let index = 0; index < buyerCount; index++) {
      buyers.push(await signUpStudent(url, `B${index}`))
      listingIds.push(await insertLamp(db, seller.id, index))
    }

    const startedAt = performance.now()
    const conversing = Promise.all(
      buyers.map((buyer, index) => converse(site, buyer, seller, listingIds[index] ?? 0)),
    )
    const killsWhileSending = await killDuring(conversing, site)
    const conversations = await conversing
    const seconds = (performance.now() - startedAt) / 1000
    const acknowledged = conversations.flatMap((each) => [...each.buyer, ...each.seller])
    const toRows = (sent: Sent[]) => sent.map(({ id, body }) => ({ id, body }))
    for (const { threadId, ...sides } of conversations) {
      expect(await readSide(db, threadId, 1)).toEqual(toRows(sides.buyer))
      expect(await readSide(db, threadId, 0)).toEqual(toRows(sides.seller))
    }
    const stored = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM messages`)
    expect([acknowledged.length, stored?.count]).toEqual([1000, 1000])
    const unread = await db.all(sql`
      SELECT DISTINCT is_buyer, unread FROM thread_members ORDER BY is_buyer`)
    expect(unread).toEqual([
      { is_buyer: 0, unread: messagesOfBuyer },
      { is_buyer: 1, unread: messagesOfSeller },
    ])
    // No message has been unread for 5 minutes.
    expect(await countMails(db, '%')).toBe(0)

    const read = apiPaths.readThread(conversations[reader]?.threadId ?? 0)
    const cookie = buyers[reader]?.cookie ?? ''
    expect((await sendRequest(url + read, { method: 'POST', cookie, json: {} })).status).toBe(204)
    for (const [index, setting] of [
      [daily, 'daily'],
      [off, 'off'],
    ] as const) {
      await db.run(sql`
        UPDATE users SET mail_messages = ${setting} WHERE id = ${buyers[index]?.id ?? 0}`)
    }

    const toBuyer = (index: number) => [
      buyers[index]?.email ?? '',
      `${messagesOfSeller} new messages from Sam about Lamp ${index};`,
    ]
    const expected = buyers
      .flatMap((_, index) => [
        [seller.email, `${messagesOfBuyer} new messages from B${index} about Lamp ${index};`],
        ...([reader, daily, off].includes(index) ? [] : [toBuyer(index)]),
      ])
      .toSorted()
    let cutShort = 0
    await kill()
    await moveClock(10 * minuteMs)
    for (let round = 0; round < 2; round++) {
      const enough = (await countMails(db, 'done')) + random.integer(1, 20)
      await start()
      const deadline = performance.now() + pollOptions.timeout
      const isEnough = async () => {
        const done = await countMails(db, 'done')
        return done >= Math.min(enough, expected.length)
      }
      while (!(await isEnough()) && performance.now() < deadline) await pause(1)
      await kill()
      if ((await countMails(db, 'done')) < expected.length) cutShort++
      // The claims of a killed process have lapsed.
      await moveClock(minuteMs)
    }
    await start()
    await expect.poll(() => countMails(db, 'done'), pollOptions).toBe(expected.length)
    const readSent = async () =>
      (await readOutbox(dataDir)).map(({ to, subject }) => [to, subject]).toSorted()
    expect(await readSent()).toEqual(expected)

    await kill()
    await moveClock(dayMs)
    await start()
    const later = [...expected, toBuyer(daily)].toSorted()
    await expect.poll(readSent, pollOptions).toEqual(later)
    expect(await countMails(db, '%')).toBe(later.length)
    reportFigures(`kill -9 of two processes while students write, ${engine}`, {
      messages: acknowledged.length,
      'a second': Math.round(acknowledged.length / seconds),
      'kills while sending': killsWhileSending,
      'sent again': acknowledged.filter(({ attempts }) => attempts > 1).length,
      'stored before': acknowledged.filter(({ status }) => status === 200).length,
      mails: later.length,
      'killed between two mails': cutShort,
    })
    // If this fails, the kills came too late to show anything.
    expect(killsWhileSending).toBeGreaterThan(1)
    expect(acknowledged.some(({ attempts }) => attempts > 1)).toBe(true)
    expect(cutShort).toBeGreaterThan(0)
  })
})

// Fails if an offer or an answer is acknowledged before COMMIT, is repeated when it is sent again, or if the state of the
// offer, its message and the status of the listing are not written in one transaction.
describe.each(engines)('offers through two processes killed at it on %s', (engine) => {
  it('are stored once, and the listing is pending for the buyer', async () => {
    const site = await openSite(engine)
    const { url, db, send } = site
    const seller = await signUpStudent(url, 'Sam')
    const agree = async (index: number) => {
      const buyer = await signUpStudent(url, `B${index}`)
      const listingId = await insertLamp(db, seller.id, index)
      const first = apiPaths.listingMessages('misc', listingId)
      return { buyer, listingId, ...(await send(buyer, first, 'Is the lamp still there?')) }
    }
    const threads: Awaited<ReturnType<typeof agree>>[] = []
    for (let index = 0; index < 12; index++) threads.push(await agree(index))
    await db.run(
      sql`UPDATE listings SET price_cents = 4000, details = '{"listing_type":"Selling"}'`,
    )
    const agreeing = Promise.all(
      threads.map(async ({ buyer, threadId }) => {
        const { id } = await send(buyer, apiPaths.offers(threadId), { amount: 30 })
        const countered = { amount: 35, counters: id }
        const { id: offer_id } = await send(seller, apiPaths.offers(threadId), countered)
        await send(buyer, apiPaths.answerOffer(threadId), { offer_id, answer: 'accept' })
      }),
    )
    const kills = await killDuring(agreeing, site)
    await agreeing
    for (const { threadId, listingId } of threads) {
      expect(
        await db.all(
          sql`SELECT state FROM offers WHERE thread_id = ${threadId} ORDER BY message_id`,
        ),
      ).toEqual([{ state: 'countered' }, { state: 'accepted' }])
      expect(await db.get(sql`SELECT status FROM listings WHERE id = ${listingId}`)).toEqual({
        status: 'pending',
      })
      const messages = await db.all(sql`SELECT id FROM messages WHERE thread_id = ${threadId}`)
      expect(messages).toHaveLength(4)
    }
    expect(kills).toBeGreaterThan(0)
  }, 300_000)
})

// Fails if a proposal or an answer is acknowledged before COMMIT, is repeated when it is sent again, or if the meeting and its
// message, and the email about a cancelled one, are not written in one transaction.
describe.each(engines)('meetings through two processes killed at it on %s', (engine) => {
  it('are stored once, agreed at the accepted time, and cancelled with one email', async () => {
    const site = await openSite(engine)
    const { url, db, send } = site
    const seller = await signUpStudent(url, 'Sam')
    const start = async (index: number) => {
      const buyer = await signUpStudent(url, `M${index}`)
      const listingId = await insertLamp(db, seller.id, index)
      const first = apiPaths.listingMessages('misc', listingId)
      return { buyer, ...(await send(buyer, first, 'Is the lamp still there?')) }
    }
    const threads: Awaited<ReturnType<typeof start>>[] = []
    for (let index = 0; index < 12; index++) threads.push(await start(index))
    const day = campusIsoDate(Date.now() + 3 * 86_400_000)
    const place = { place_kind: 'other', place: 'Bus stop' }
    const [startsAt] = campusMoments(`${day}T16:00`)
    const time = new Date(startsAt ?? 0).toISOString()
    // The seller cancels every second meeting.
    const isCancelled = (index: number) => index % 2 === 1
    const meeting = Promise.all(
      threads.map(async ({ buyer, threadId }, index) => {
        const path = apiPaths.meetings(threadId)
        const { id: meeting_id } = await send(buyer, path, { ...place, times: [`${day}T15:00`] })
        const counter = { ...place, times: [`${day}T16:00`], meeting_id, proposal_id: meeting_id }
        const { id: proposal_id } = await send(seller, path, counter)
        const accepted = { meeting_id, proposal_id, answer: 'accept', time }
        await send(buyer, apiPaths.answerMeeting(threadId), accepted)
        if (!isCancelled(index)) return
        await send(seller, apiPaths.answerMeeting(threadId), { meeting_id, answer: 'cancel' })
      }),
    )
    const kills = await killDuring(meeting, site)
    await meeting
    for (const [index, { threadId }] of threads.entries()) {
      const rows = await db.all(sql`
        SELECT state, starts_at, proposal_id FROM meetings WHERE thread_id = ${threadId}`)
      const state = isCancelled(index) ? 'cancelled' : 'agreed'
      expect(rows).toEqual([{ state, starts_at: startsAt, proposal_id: null }])
      const messages = await db.all(sql`SELECT id FROM messages WHERE thread_id = ${threadId}`)
      expect(messages).toHaveLength(isCancelled(index) ? 5 : 4)
    }
    const told = await db.all(sql`SELECT id FROM jobs WHERE kind = 'meeting-cancelled'`)
    expect(told).toHaveLength(threads.length / 2)
    expect(kills).toBeGreaterThan(0)
  }, 300_000)
})
