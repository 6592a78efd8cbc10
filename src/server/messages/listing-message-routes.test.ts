import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { maxMessagesPerHour } from '#contract/message-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { bob as bobsAccount, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { openThreadSite } from '#tests/support/thread-site.ts'
import { hourMs } from '../durations.ts'

const text = 'Is it still available?'

/** Opens a site where Ada sells a lamp and Bob can write to her. */
async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestAppWithUsers(engine, settings)
  const idOf = async ({ get }: typeof site.ada) => (await get(apiPaths.me)).body.id
  const ids = { ada: await idOf(site.ada), bob: await idOf(site.bob) }
  const { body: lamp } = await site.ada.post(apiPaths.list('misc'), listingInputs.misc)
  const url = apiPaths.listingMessages('misc', lamp.id)
  return { ...site, ids, lamp, url }
}

describe.each(anyEngine)('a first message to a seller on %s', (engine) => {
  it('is refused for the first reason in the order of all', async () => {
    const site = await openSite(engine, { VERIFY_EMAIL: 'on' })
    const { app, db, ada, bob, visitor, ids, lamp, url, clock } = site
    const missing = apiPaths.listingMessages('misc', lamp.id + 1)
    const tooShort = { body: 'Hi there' }
    await ada.post(apiPaths.status('misc', lamp.id), { status: 'sold' })
    await ada.put(apiPaths.block(ids.bob))
    const refusal = async (client: typeof bob, path: string, body: unknown) => {
      const { status, body: answer } = await client.post(path, body)
      return [status, answer.code, answer.error]
    }

    expect(await refusal(visitor, missing, {})).toContain('unauthenticated')
    const setConfirmed = (at: number | null) =>
      db.run(sql`UPDATE users SET confirmed_at = ${at}, must_confirm = 1 WHERE id = ${ids.bob}`)
    await setConfirmed(null)
    expect(await refusal(bob, missing, {})).toContain('unconfirmed')
    await setConfirmed(clock.now)
    await suspendTestStudent(db, { studentId: ids.bob, now: clock.now })
    expect(await refusal(bob, missing, {})).toContain('suspended')
    await db.run(sql`UPDATE users SET suspended_until = NULL`)

    const rental = apiPaths.listingMessages('rental', lamp.id)
    const oddIds = [`0${lamp.id}`, `${lamp.id}e0`, '-1', 'abc', '9'.repeat(30)]
    const odd = oddIds.map((id) => apiPaths.listingMessages('misc', id))
    for (const path of [missing, rental, ...odd]) {
      expect(await refusal(bob, path, {}), path).toContain('not_found')
    }
    const blocked = "You can't message this person."
    expect(await refusal(bob, url, {})).toEqual([403, 'forbidden', blocked])
    await ada.delete(apiPaths.block(ids.bob))
    await bob.put(apiPaths.block(ids.ada))
    const unblockFirst = "You've blocked this person. Unblock them to message them."
    expect(await refusal(bob, url, {})).toEqual([403, 'forbidden', unblockFirst])
    await bob.delete(apiPaths.block(ids.ada))

    const own = [400, 'bad_request', 'This is your own listing.']
    expect(await refusal(ada, url, {})).toEqual(own)
    const email = at('Ada+second')
    const second = await createLoggedInClient(app, { ...bobsAccount, email })
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)
    expect(await second.post(url, {})).toMatchObject({ status: 400, body: { error: own[2] } })

    for (const [body, message] of [
      [{}, 'Write a message first'],
      [{ body: 'x'.repeat(2001) }, 'Must be at most 2,000 characters'],
      [{ body: 'a bell \u0007 rings' }, "Contains a character we can't read"],
      [tooShort, 'Write at least 10 characters'],
      [{ body: `Hi${'\u200b'.repeat(8)}` }, 'Write at least 10 characters'],
    ] as const) {
      const { status, body: answer } = await bob.post(url, body)
      expect([status, answer.fields]).toEqual([400, { body: message }])
    }
    const badId = await bob.post(url, { body: text, client_id: '1' })
    expect([badId.status, badId.body.fields]).toEqual([400, { client_id: 'Must be a UUID' }])
    const ended = [409, 'wrong_status', 'This listing is no longer available.']
    expect(await refusal(bob, url, { body: text })).toEqual(ended)
    await db.run(sql`UPDATE listings SET status = 'removed'`)
    expect(await refusal(bob, url, { body: text })).toEqual(ended)
    // None of these requests counted or left a thread.
    expect(await db.all(sql`SELECT * FROM threads`)).toEqual([])
    const counted = await db.all(sql`
      SELECT bucket FROM rate_limits WHERE bucket LIKE 'new-threads%' OR bucket LIKE 'messages%'`)
    expect(counted).toEqual([])
  })

  it('is 403 on a site where sellers are reached by email', async () => {
    const { bob, url } = await openSite(engine, { CONTACT: 'email' })
    expect(await bob.post(url, {})).toMatchObject({
      status: 403,
      body: { code: 'forbidden', error: 'Email this student instead.' },
    })
  })

  it('begins again once the thread before has expired, also before the cleanup', async () => {
    const { db, url, bob, clock } = await openSite(engine)
    expect((await bob.post(url, { body: text })).status).toBe(201)
    await db.run(sql`UPDATE threads SET expires_at = ${clock.now}`)
    const again = await bob.post(url, { body: text })
    expect(again.status).toBe(201)
    expect(await db.all(sql`SELECT id FROM threads`)).toEqual([{ id: again.body.thread_id }])
    // A hold keeps what has expired, so the student goes on in the same thread.
    const { id: bobId } = (await bob.get(apiPaths.me)).body
    await db.run(sql`UPDATE users SET held_at = 1 WHERE id = ${bobId}`)
    await db.run(sql`UPDATE threads SET expires_at = ${clock.now}`)
    const kept = await bob.post(url, { body: text })
    expect([kept.status, kept.body.thread_id]).toEqual([201, again.body.thread_id])
    expect(await db.all(sql`SELECT id FROM messages`)).toHaveLength(2)
    expect((await bob.get(apiPaths.messages(Number(again.body.thread_id)))).status).toBe(200)
  })
})

describe.each(anyEngine)('a further message on %s', (engine) => {
  it('goes on while suspended, sold, renamed or deleted, of any length', async () => {
    const { db, ada, bob, lamp, threadId, clock } = await openThreadSite(engine)
    const url = apiPaths.listingMessages('misc', lamp.id)
    const { id: studentId } = (await bob.get(apiPaths.me)).body
    await suspendTestStudent(db, { studentId, now: clock.now })
    await ada.post(apiPaths.status('misc', lamp.id), { status: 'sold' })
    const sent = await bob.post(url, { body: 'Ok' })
    expect([sent.status, sent.body.thread_id]).toEqual([201, threadId])
    await ada.delete(apiPaths.listing('misc', lamp.id))
    expect((await bob.post(url, { body: 'Hm' })).status).toBe(201)
    const messages = await bob.get(apiPaths.messages(threadId))
    expect(messages.body).toMatchObject({ thread: { title: 'Desk lamp', listing: null } })
    // The message does not start a thread about a rental with the same id.
    expect((await bob.post(apiPaths.listingMessages('rental', lamp.id), {})).status).toBe(403)
  })

  it('is the first one again with its client id, whatever has changed since', async () => {
    const { db, ada, bob, lamp, messages } = await openThreadSite(engine)
    const message = { body: 'Is tomorrow fine?', client_id: randomUUID() }
    const sent = await bob.post(messages, message)
    const { id } = (await bob.get(apiPaths.me)).body
    await ada.put(apiPaths.block(id))
    await ada.delete(apiPaths.listing('misc', lamp.id))
    for (const url of [messages, apiPaths.listingMessages('misc', lamp.id)]) {
      const again = await bob.post(url, { ...message, body: 'Is today fine?' })
      expect([again.status, again.body]).toEqual([200, sent.body])
      const other = await bob.post(url, { ...message, client_id: randomUUID() })
      expect([other.status, other.body.error]).toEqual([403, "You can't message this person."])
      expect((await bob.post(url, { body: '' })).status).toBe(403)
    }
    // Ada can use the same client id, because each student has their own ids.
    const hers = await ada.post(messages, message)
    expect([hers.status, hers.body.error]).toEqual([
      403,
      "You've blocked this person. Unblock them to message them.",
    ])
    expect(await db.all(sql`SELECT body FROM messages`)).toHaveLength(2)
    await ada.delete(apiPaths.block(id))
    const empty = await bob.post(messages, { body: ' ' })
    expect([empty.status, empty.body.fields]).toEqual([400, { body: 'Write a message first' }])
  })

  it('goes on where new ones cannot be begun any more', async () => {
    const { app, config, ada, bob, lamp, threadId, messages } = await openThreadSite(engine)
    const eve = await createLoggedInClient(app, { ...bobsAccount, email: at('eve') })
    config.CONTACT = 'email'
    const url = apiPaths.listingMessages('misc', lamp.id)
    expect((await eve.post(url, { body: text })).status).toBe(403)
    expect((await eve.get(apiPaths.me)).body).toMatchObject({ unread: null })
    for (const path of [url, messages]) {
      expect((await bob.post(path, { body: text })).status).toBe(201)
    }
    expect((await ada.post(messages, { body: 'Yes' })).status).toBe(201)
    for (const { get } of [ada, bob]) {
      expect((await get(apiPaths.me)).body.unread).toBe(1)
      expect((await get(apiPaths.threads())).body.results).toMatchObject([{ state: 'open' }])
    }
    const contact = (await bob.get(apiPaths.contact('misc', lamp.id))).body
    expect(contact).toMatchObject({ messages: true, thread_id: threadId })
  })

  it('is one of 60 an hour, in all threads of a mailbox', async () => {
    const { ada, bob, lamp, messages, clock } = await openThreadSite(engine)
    for (let sent = 1; sent < maxMessagesPerHour; sent++) {
      const url = sent % 2 ? messages : apiPaths.listingMessages('misc', lamp.id)
      expect((await bob.post(url, { body: `Message ${sent}` })).status).toBe(201)
    }
    const refused = await bob.post(messages, { body: 'One more' })
    expect([refused.status, refused.body.error]).toEqual([
      429,
      'You can send 60 messages an hour. Wait a bit.',
    ])
    expect(refused.headers['retry-after']).toBe(String(hourMs / 1000))
    expect((await bob.get(messages)).body.results).toHaveLength(50)
    expect((await ada.post(messages, { body: 'Slowly!' })).status).toBe(201)
    clock.now += hourMs
    expect((await bob.post(messages, { body: 'One more' })).status).toBe(201)
  })
})
