import { describe, expect, it } from 'vitest'
import type { Contact } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { writeLog } from '#server/moderation/moderation-log.ts'
import { suspendStudent } from '#server/students/restrictions/restrict-student.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type engines } from '#tests/support/databases.ts'
import {
  ada as adasAccount,
  bob as bobsAccount,
  createLoggedInClient,
} from '#tests/support/http-client.ts'
import { openThreadSite } from '#tests/support/thread-site.ts'

type Messaging = Pick<Contact, 'messages' | 'blocked' | 'thread_id'>

/** Opens a site with a lamp, and a function that reads what a client learns about messages to its seller. */
async function openSite(engine: (typeof engines)[number], settings: Record<string, string> = {}) {
  const site = await openThreadSite(engine, settings)
  const url = apiPaths.contact('misc', site.lamp.id)
  const read = async ({ get }: { get: (url: string) => Promise<unknown> }) => {
    const { body } = (await get(url)) as { body: Messaging }
    return [body.messages, body.thread_id, ...(body.blocked ? ['blocked'] : [])]
  }
  return { ...site, read }
}

describe.each(anyEngine)("a seller's address on %s", (engine) => {
  it('is kept from whom the seller has blocked, by mailbox, in the words of one who hides it', async () => {
    const { app, ada, bob, lamp } = await openSite(engine)
    const bobId = (await bob.get(apiPaths.me)).body.id
    const plus = await createLoggedInClient(app, { ...bobsAccount, email: at('bob+2', 1) })
    const readEmails = async ({ get }: { get: (url: string) => Promise<unknown> }) => {
      const contact = (await get(apiPaths.contact('misc', lamp.id))) as { body: object }
      const listing = (await get(apiPaths.listing('misc', lamp.id))) as { body: object }
      return { ...contact.body, listing: listing.body }
    }
    const email = at('ada')
    const shown = { email, listing: { seller: { email } } }
    for (const each of [bob, plus]) expect(await readEmails(each)).toMatchObject(shown)
    await ada.put(apiPaths.block(bobId))
    const message = "We can't show you this student's email."
    const hidden = { email: null, reason: 'hidden', listing: { seller: { email: null } } }
    for (const each of [bob, plus]) {
      expect(await readEmails(each)).toMatchObject({ ...hidden, message, messages: false })
    }
    await ada.delete(apiPaths.block(bobId))
    expect(await readEmails(bob)).toMatchObject(shown)
    // This is another account of the seller's, and students cannot write to themselves.
    const second = { ...adasAccount, email: at('ada+second') }
    const own = { ...hidden, reason: 'own', message: 'This is your own listing.', blocked: false }
    expect(await readEmails(await createLoggedInClient(app, second))).toMatchObject(own)
  })
})

describe.each(anyEngine)('a suspended student on %s', (engine) => {
  it('reads no address of a seller, but why, and finds an earlier conversation', async () => {
    const { ada, bob, db, clock, lamp, threadId } = await openSite(engine)
    const studentId = (await bob.get(apiPaths.me)).body.id
    await db.transaction(async (tx) => {
      const logId = await writeLog(tx, { action: 'suspend', actorId: null, studentId }, clock.now)
      await suspendStudent(tx, { studentId, logId, days: 7, now: clock.now })
    })
    expect((await bob.get(apiPaths.contact('misc', lamp.id))).body).toMatchObject({
      email: null,
      reason: 'suspended',
      message: expect.stringContaining('suspended'),
      thread_id: threadId,
    })
    expect((await bob.get(apiPaths.listing('misc', lamp.id))).body.seller.email).toBeNull()
    expect((await ada.get(apiPaths.contact('misc', lamp.id))).body.email).toBe(at('ada'))
  })
})

describe.each(anyEngine)('messages to the seller of a listing on %s', (engine) => {
  it('are offered to other students, with the conversation they have had', async () => {
    const { app, ada, bob, lamp, threadId, read } = await openSite(engine)
    expect(await read(bob)).toEqual([true, threadId])
    expect(await read(ada)).toEqual([false, null])
    const second = { ...adasAccount, email: at('ada+second') }
    expect(await read(await createLoggedInClient(app, second))).toEqual([false, null])
    const eve = { ...adasAccount, email: at('eve') }
    expect(await read(await createLoggedInClient(app, eve))).toEqual([true, null])
    // Students can still write about a pending listing.
    await ada.post(apiPaths.status('misc', lamp.id), { status: 'pending' })
    expect(await read(bob)).toEqual([true, threadId])
  })

  it('are not offered where one has blocked the other, and only who did is told', async () => {
    const { ada, bob, threadId, read } = await openSite(engine)
    const [adaId, bobId] = [
      (await ada.get(apiPaths.me)).body.id,
      (await bob.get(apiPaths.me)).body.id,
    ]
    await ada.put(apiPaths.block(bobId))
    expect(await read(bob)).toEqual([false, threadId])
    await ada.delete(apiPaths.block(bobId))
    await bob.put(apiPaths.block(adaId))
    expect(await read(bob)).toEqual([false, threadId, 'blocked'])
  })

  it('are offered to visitors who see addresses', async () => {
    const { visitor, read } = await openSite(engine, { LISTING_ACCESS: 'open' })
    expect(await read(visitor)).toEqual([true, null])
  })

  it('are not offered on a site with email alone', async () => {
    const { app, read, config } = await openSite(engine)
    config.CONTACT = 'email'
    const eve = await createLoggedInClient(app, { ...adasAccount, email: at('eve') })
    expect(await read(eve)).toEqual([false, null])
  })
})
