import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { messagesPerPage, threadsPerPage } from '#contract/message-rules.ts'
import {
  type MessagesPage,
  messagesResponse,
  type ThreadsPage,
  threadsResponse,
} from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { maxSignalsOnMessage } from '#contract/signal-rules.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { bob as bobsAccount, createLoggedInClient } from '#tests/support/http-client.ts'
import { insertTestMessages } from '#tests/support/insert-test-messages.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { openThreadSite } from '#tests/support/thread-site.ts'
import { writeLog } from '../moderation/moderation-log.ts'
import { putBack, takeDown } from '../moderation/take-down.ts'
import { messageSignals } from './present-thread.ts'
import { insertThread } from './thread-queries.ts'

const cursorError = {
  status: 400,
  body: { fields: { cursor: expect.any(String) } },
}

describe.each(anyEngine)('reading threads on %s', (engine) => {
  it('answers what the contract names and no more', async () => {
    const { ada, bob, messages } = await openThreadSite(engine)
    for (const id of ['rental', 'textbook'] as const) {
      const { body } = await bob.post(apiPaths.list(id), listingInputs[id])
      await ada.post(apiPaths.listingMessages(id, body.id), { body: 'Is it still available?' })
    }
    const threads = (await ada.get(apiPaths.threads())).body
    expect(threads.results).toHaveLength(3)
    expect(threadsResponse.parse(threads)).toEqual(threads)
    const thread = (await ada.get(messages)).body
    expect(messagesResponse.parse(thread)).toEqual(thread)
  })

  it('tells the reader what the words of a message are like, and never its writer', async () => {
    const { ada, bob, messages } = await openThreadSite(engine)
    changeCampus({ region: builtInCampus.region })
    const body = 'Send the deposit by Western Union. Or send it by MoneyGram.'
    const sent = await bob.post(messages, { body })
    expect(sent.body.message).toMatchObject({ body, signals: [] })
    const signals = messageSignals(body, 'rental')
    expect(signals).toEqual([
      { kind: 'words', sentence: expect.any(String), advice: expect.any(String) },
    ])
    const signalsFor = async (reader: typeof ada) => {
      const page = (await reader.get(messages)).body as unknown as MessagesPage
      return page.results.map((message) => message.signals)
    }
    expect(await signalsFor(ada)).toEqual([[], signals])
    expect(await signalsFor(bob)).toEqual([[], []])
    // Fraud on sellers is marked in messages, with no more than a few warnings.
    const fraud =
      'My mover will bring cash. Accept it at interac-deposit.example, tell me the verification code, send the rest back.'
    const { body: answered } = await bob.post(messages, { body: fraud })
    expect(answered.message).toMatchObject({ body: fraud, signals: [] })
    const read = (await signalsFor(ada)).at(-1)
    expect(read).toHaveLength(maxSignalsOnMessage)
    expect(read?.[0]?.advice).toBe(
      'Turn on Autodeposit; a real e-transfer needs no link to accept.',
    )
    expect((await signalsFor(bob)).flat()).toEqual([])
    await bob.post(messages, { body })
    // The inbox shows no warnings.
    const inbox = (await ada.get(apiPaths.threads())).body as unknown as ThreadsPage
    expect(inbox.results[0]?.last_message).toMatchObject({ body, signals: [] })
  })

  it('opens 1,000 messages at their end and pages back while new ones arrive', async () => {
    const { db, ada, bob, threadId, messages, reply } = await openThreadSite(engine)
    await insertTestMessages(db, threadId, 999)
    const readPage = async (query: string) =>
      (await ada.get(`${messages}${query}`)).body as unknown as MessagesPage
    let page = await readPage('')
    expect(page.results).toHaveLength(messagesPerPage)
    expect(page.results.at(-1)).toEqual(page.thread.last_message)
    const pages = [page.results]
    while (page.previous) {
      await reply(bob, 'Still there?')
      page = await readPage(`?cursor=${page.previous}`)
      pages.unshift(page.results)
    }
    const ids = pages.flat().map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
    expect((await readPage('')).results.at(-1)).toMatchObject({ id: 1019, body: 'Still there?' })
  })

  it('pages threads, the one with the newest message first', async () => {
    const { db, ada, bob, clock, lamp } = await openThreadSite(engine)
    const sellerId = (await ada.get(apiPaths.me)).body.id
    const buyerId = (await bob.get(apiPaths.me)).body.id
    const expires_at = clock.now + 1
    for (let number = 1; number <= threadsPerPage + 5; number += 1) {
      // The listings of these threads are deleted.
      const listing = { category: 'misc', id: lamp.id + number } as const
      const title = `Lamp ${number}`
      const thread = { listing, title, buyerId, sellerId, now: clock.now }
      const id = await db.transaction((tx) => insertThread(tx, thread))
      await db.run(sql`UPDATE threads SET expires_at = ${expires_at} WHERE id = ${id}`)
      await insertTestMessages(db, id, 2)
    }
    const readPage = async (query = '') =>
      (await ada.get(apiPaths.threads(query))).body as unknown as ThreadsPage
    const newest = await readPage()
    expect(newest.results).toHaveLength(threadsPerPage)
    expect(newest.results[0]).toMatchObject({ title: 'Lamp 35', listing: null, unread: 1 })
    const oldest = await readPage(`cursor=${newest.next}`)
    expect(oldest.results.map(({ title }) => title)).toEqual([
      ...[5, 4, 3, 2, 1].map((number) => `Lamp ${number}`),
      'Desk lamp',
    ])
    expect(oldest.next).toBeNull()
    clock.now = expires_at
    expect((await readPage()).results.map(({ title }) => title)).toEqual(['Desk lamp'])
  })

  it('refuses cursors that are none', async () => {
    const { ada, messages } = await openThreadSite(engine)
    for (const cursor of ['', 'x', '01', '-1', '1.5', '1e3', '9'.repeat(11), '9'.repeat(41)]) {
      expect(await ada.get(apiPaths.threads(`cursor=${cursor}`))).toMatchObject(cursorError)
      expect(await ada.get(`${messages}?cursor=${cursor}`)).toMatchObject(cursorError)
    }
    expect(await ada.get(`${messages}?cursor=1&cursor=2`)).toMatchObject(cursorError)
    expect((await ada.get(`${messages}?cursor=1`)).body).toMatchObject({
      results: [],
      previous: null,
    })
  })

  it('shows nothing to others, whatever their role, and to nobody what they guess', async () => {
    const { app, db, ada, bob, visitor, messages, threadId, poll } = await openThreadSite(engine)
    const eve = await createLoggedInClient(app, { ...bobsAccount, email: at('eve') })
    const reader = { cookie: () => eve.cookieJar.cookie }
    const tag = (await poll(ada, messages)).etag
    for (const role of ['student', 'moderator', 'admin']) {
      await db.run(sql`UPDATE users SET role = ${role} WHERE email = ${at('eve')}`)
      expect((await eve.get(apiPaths.threads())).body).toEqual({ results: [], next: null })
      expect((await poll(reader, messages, tag)).status).toBe(404)
      const mine = (await poll(reader, apiPaths.threads())).etag
      expect((await poll(reader, messages, mine)).status).toBe(404)
      expect((await eve.post(messages, { body: '' })).status).toBe(404)
      expect((await eve.post(apiPaths.readThread(threadId))).status).toBe(404)
    }
    for (const id of [threadId + 1, 0, '01', 'x']) {
      expect((await bob.get(apiPaths.messages(id))).status).toBe(404)
    }
    expect((await visitor.get(messages)).status).toBe(401)
  })

  it('does not tell the title of a listing that was removed, also once it is deleted', async () => {
    const { db, clock, ada, bob, reply, lamp } = await openThreadSite(engine)
    const listing = { category: 'misc', id: lamp.id } as const
    const entry = { action: 'remove', actorId: null, studentId: lamp.seller.id, listing } as const
    const readTitles = async () =>
      (await bob.get(apiPaths.threads())).body.results.map(({ title }) => title)
    expect(await readTitles()).toEqual(['Desk lamp'])
    const remove = () =>
      db.transaction(async (tx) => {
        const logId = await writeLog(tx, entry, clock.now)
        await takeDown(tx, listing, { status: 'removed', logId, now: clock.now })
      })
    await remove()
    await reply(bob, 'What happened?')
    expect(await readTitles()).toEqual([null])
    await db.transaction((tx) => putBack(tx, listing, clock.now))
    expect(await db.all(sql`SELECT title FROM threads`)).toEqual([{ title: 'Desk lamp' }])
    await remove()
    await ada.delete(apiPaths.listing('misc', lamp.id))
    expect(await readTitles()).toEqual([null])
  })

  it('shows a housing request only while the reader may see requests', async () => {
    const { db, clock, ada, bob, poll } = await openThreadSite(engine, { VERIFY_EMAIL: 'on' })
    const { body: wanted } = await ada.post(apiPaths.list('wanted'), listingInputs.wanted)
    const first = { body: 'I have a room.' }
    const sent = await bob.post(apiPaths.listingMessages('wanted', wanted.id), first)
    const messages = apiPaths.messages(Number(sent.body.thread_id))
    const description = String(listingInputs.wanted.description)
    const bobsId = Number((await bob.get('/api/auth/me')).body.id)
    const before = await poll(bob, messages)
    expect(before.text).toContain(description)
    expect(await poll(bob, messages, before.etag)).toMatchObject({ status: 304 })
    const expectHidden = async () => {
      const after = await poll(bob, messages, before.etag)
      expect(after).toMatchObject({ status: 200, text: expect.stringContaining('Room wanted') })
      expect(after.text).not.toContain(description)
      expect((await poll(bob, apiPaths.threads())).text).not.toContain(description)
      expect((await poll(ada, messages)).text).toContain(description)
    }
    await suspendTestStudent(db, { studentId: bobsId, now: clock.now })
    await expectHidden()
    await db.run(sql`
      UPDATE users SET suspended_until = NULL, must_confirm = 1, confirmed_at = NULL
      WHERE id = ${bobsId}`)
    await expectHidden()
  })

  it('shows photos from the address of PHOTO_URL', async () => {
    const PHOTO_URL = 'https://cdn.example'
    const { db, bob, lamp, messages } = await openThreadSite(engine, { PHOTO_URL })
    const name = `${'a'.repeat(32)}.webp`
    const photo = { url: `/uploads/${name}`, width: 800, height: 600, preview: '' }
    await db.run(sql`UPDATE listings SET photos = ${JSON.stringify([photo])} WHERE id = ${lamp.id}`)
    const listing = { photo_info: [{ url: expect.stringContaining(PHOTO_URL) }] }
    expect((await bob.get(messages)).body).toMatchObject({ thread: { listing } })
    expect((await bob.get(apiPaths.threads())).body).toMatchObject({ results: [{ listing }] })
  })
})
