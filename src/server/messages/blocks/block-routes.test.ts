import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { maxBlocks, maxBlocksPerDay } from '#contract/message-rules.ts'
import type { ThreadsPage } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type engines } from '#tests/support/databases.ts'
import {
  bob as bobsAccount,
  createLoggedInClient,
  strongPassword,
} from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { openThreadSite } from '#tests/support/thread-site.ts'
import { dayMs } from '../../durations.ts'

const text = 'Is it still available?'
const cannotMessage = "You can't message this person."

/** Opens a site where Bob has written to Ada about her lamp. She has not read the message. */
async function openBlockSite(
  engine: (typeof engines)[number],
  settings: Record<string, string> = {},
) {
  const site = await openThreadSite(engine, settings)
  const idOf = async (client: { get: typeof site.ada.get }) =>
    (await client.get(apiPaths.me)).body.id
  const ids = { ada: await idOf(site.ada), bob: await idOf(site.bob) }
  /** Signs up with another address, of Bob's mailbox or of somebody else's. */
  const signUpAgain = async (email: string) => {
    const client = await createLoggedInClient(site.app, { ...bobsAccount, email })
    const { id } = (await client.get(apiPaths.me)).body as { id: number }
    return { ...client, id }
  }
  const write = async (client: { post: (url: string, body: object) => Promise<unknown> }) => {
    const sent = await client.post(apiPaths.listingMessages('misc', site.lamp.id), { body: text })
    const { status, body } = sent as { status: number; body: { error?: string } }
    return status === 201 ? status : [status, body.error]
  }
  const readBlocks = async () => (await site.ada.get(apiPaths.blocks)).body as unknown as object[]
  const readState = async (client: typeof site.ada) =>
    (await client.get(apiPaths.threads())).body.results[0]?.state
  return { ...site, ids, signUpAgain, write, readBlocks, readState }
}

describe.each(anyEngine)('blocking a student on %s', (engine) => {
  it('stops messages both ways, and is undone', async () => {
    const site = await openBlockSite(engine)
    const { ada, bob, ids, messages, write, readBlocks, readState, poll } = site
    const [adas, bobs] = [await poll(ada, messages), await poll(bob, messages)]
    expect(await poll(ada, messages, adas.etag)).toMatchObject({ status: 304 })
    for (const time of ['first', 'again']) {
      expect((await ada.put(apiPaths.block(ids.bob))).status, time).toBe(204)
    }
    // Both students' other tabs see the block.
    expect(await poll(ada, messages, adas.etag)).toMatchObject({ status: 200 })
    expect(await poll(bob, messages, bobs.etag)).toMatchObject({ status: 200 })
    expect([await readState(ada), await readState(bob)]).toEqual(['blocked', 'closed'])
    expect((await ada.get(apiPaths.me)).body.unread).toBe(0)
    const blocked = { id: ids.bob, name: 'Bob Stone', blocked_at: '2026-11-15T12:00:00.000Z' }
    expect(await readBlocks()).toEqual([blocked])
    expect((await bob.get(apiPaths.blocks)).body).toEqual([])
    expect(await write(bob)).toEqual([403, cannotMessage])
    const hers = await ada.post(messages, { body: text })
    expect([hers.status, hers.body.error]).toEqual([
      403,
      "You've blocked this person. Unblock them to message them.",
    ])

    const blockedTag = (await poll(bob, messages)).etag
    for (const time of ['first', 'again']) {
      expect((await ada.delete(apiPaths.block(ids.bob))).status, time).toBe(204)
    }
    expect(await poll(bob, messages, blockedTag)).toMatchObject({ status: 200 })
    expect([await readState(ada), await readState(bob)]).toEqual(['open', 'open'])
    expect(await readBlocks()).toEqual([])
    expect(await write(bob)).toBe(201)
  })

  it('holds for every account of the mailbox, until one of them is unblocked', async () => {
    const { ada, bob, ids, signUpAgain, write, readBlocks } = await openBlockSite(engine)
    const plus = await signUpAgain(at('bob+books', 1))
    expect(await write(plus)).toBe(201)
    expect((await ada.get(apiPaths.me)).body.unread).toBe(2)
    await ada.put(apiPaths.block(ids.bob))
    expect((await ada.get(apiPaths.me)).body.unread).toBe(0)
    expect(await write(plus)).toEqual([403, cannotMessage])
    await bob.send('DELETE', apiPaths.account, { password: strongPassword })
    expect(await readBlocks()).toMatchObject([{ id: ids.bob, name: 'Deleted account' }])
    const again = await signUpAgain(bobsAccount.email)
    expect(await write(again)).toEqual([403, cannotMessage])

    expect((await ada.put(apiPaths.block(plus.id))).status).toBe(204)
    expect(await readBlocks()).toMatchObject([{ id: ids.bob }])
    expect((await ada.delete(apiPaths.block(again.id))).status).toBe(204)
    expect(await readBlocks()).toEqual([])
    expect(await write(plus)).toBe(201)
    expect(await write(again)).toBe(201)
  })

  it('is undone by the id of an account that is deleted since', async () => {
    const { ada, bob, ids, signUpAgain, write, readBlocks } = await openBlockSite(engine)
    await ada.put(apiPaths.block(ids.bob))
    await bob.send('DELETE', apiPaths.account, { password: strongPassword })
    expect((await ada.delete(apiPaths.block(ids.bob))).status).toBe(204)
    expect(await readBlocks()).toEqual([])
    expect(await write(await signUpAgain(bobsAccount.email))).toBe(201)
  })

  it('is for confirmed students, of those whom they see or write with', async () => {
    const site = await openBlockSite(engine, { VERIFY_EMAIL: 'on' })
    const { db, clock, ada, bob, ids, signUpAgain, readBlocks } = site
    const eve = await signUpAgain(at('eve'))
    const put = { method: 'PUT', url: apiPaths.block(ids.ada) } as const
    expect(await eve.send(put)).toMatchObject({ status: 403, body: { code: 'unconfirmed' } })
    expect((await eve.send({ ...put, method: 'DELETE' })).status).toBe(204)
    expect(await eve.get(apiPaths.blocks)).toMatchObject({ status: 200, body: [] })

    const plus = await signUpAgain(at('bob+evil', 1))
    const { id: bannedId } = await insertTestUser(db, at('banned'))
    await banTestStudent(db, { studentId: bannedId, now: clock.now })
    for (const id of [eve.id, plus.id, bannedId]) {
      expect(await ada.put(apiPaths.block(id))).toMatchObject({
        status: 404,
        body: { error: 'Student not found.' },
      })
    }
    expect(await readBlocks()).toEqual([])
    await banTestStudent(db, { studentId: ids.ada, now: clock.now })
    expect((await bob.put(apiPaths.block(ids.ada))).status).toBe(204)
    expect((await bob.get(apiPaths.blocks)).body).toMatchObject([{ name: 'Ada Lovelace' }])
  })

  it('is of the account alone where a stranger may have signed up with the address', async () => {
    const { db, ada, bob, signUpAgain, ...site } = await openBlockSite(engine)
    const evil = await signUpAgain(at('bob+evil', 1))
    expect(await site.write(evil)).toBe(201)
    const mustConfirm = (value: number) =>
      db.run(sql`UPDATE users SET must_confirm = ${value} WHERE id = ${evil.id}`)
    await mustConfirm(1)
    for (const time of ['first', 'again']) {
      expect((await ada.put(apiPaths.block(evil.id))).status, time).toBe(204)
    }
    const readStates = async (client: { get: (url: string) => Promise<{ body: unknown }> }) => {
      const { results } = (await client.get(apiPaths.threads())).body as ThreadsPage
      return results.map(({ state, unread }) => [state, unread])
    }
    expect(await readStates(ada)).toEqual([
      ['blocked', 0],
      ['open', 1],
    ])
    expect([await readStates(evil), await readStates(bob)]).toEqual([
      [['closed', 0]],
      [['open', 0]],
    ])
    expect(await site.write(evil)).toEqual([403, cannotMessage])
    expect(await site.write(bob)).toBe(201)
    // The block is still only for this account once the mailbox is confirmed.
    await mustConfirm(0)
    expect((await ada.put(apiPaths.block(evil.id))).status).toBe(204)
    expect(await site.write(bob)).toBe(201)
    expect(await site.readBlocks()).toMatchObject([{ id: evil.id }])
    await ada.delete(apiPaths.block(evil.id))
    expect(await site.write(evil)).toBe(201)
  })

  it('is possible 50 times a day', async () => {
    const { db, clock, bob, ids } = await openBlockSite(engine)
    const block = async (id: number) => {
      const { status, body } = await bob.put(apiPaths.block(id))
      return status === 204 ? status : [status, body.error]
    }
    expect(await block(ids.ada)).toBe(204)
    for (let count = 1; count < maxBlocksPerDay; count += 1) {
      expect(await block((await insertTestUser(db, at(`s${count}`))).id)).toBe(204)
    }
    const { id } = await insertTestUser(db, at('last'))
    const tooMany = [429, 'You can block 50 students a day. Please try again later.']
    expect(await block(id)).toEqual(tooMany)
    // Blocking a student who is already blocked does not count. Blocking one again after an unblock does.
    expect(await block(ids.ada)).toBe(204)
    await bob.delete(apiPaths.block(ids.ada))
    expect(await block(ids.ada)).toEqual(tooMany)
    clock.now += dayMs
    expect(await block(id)).toBe(204)
  })

  it('is refused for oneself, for nobody, and beyond 500', async () => {
    const { app, db, bob, ids, signUpAgain } = await openBlockSite(engine)
    const refusal = async (id: string | number) => {
      const { status, body } = await bob.put(apiPaths.block(id))
      return [status, body.error]
    }
    const plus = await signUpAgain(at('bob+books', 1))
    for (const id of [ids.bob, plus.id]) {
      expect(await refusal(id)).toEqual([400, "You can't block yourself."])
    }
    for (const id of [999, 0, '01', 'me', '9'.repeat(30)]) {
      expect(await refusal(id)).toEqual([404, 'Student not found.'])
    }
    expect((await bob.delete(apiPaths.block('01'))).status).toBe(404)
    expect((await bob.delete(apiPaths.block(999))).status).toBe(204)
    for (let n = 1; n < maxBlocks; n++) {
      await db.run(sql`
        INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
        VALUES (${ids.bob}, ${1000 + n}, ${`hash ${n}`}, 0)`)
    }
    expect((await bob.put(apiPaths.block(ids.ada))).status).toBe(204)
    expect((await bob.put(apiPaths.block(ids.ada))).status).toBe(204)
    const eve = await createLoggedInClient(app, { ...bobsAccount, email: at('eve') })
    const { id } = (await eve.get(apiPaths.me)).body as { id: number }
    const tooMany = "You've blocked 500 students. Unblock one first."
    expect(await refusal(id)).toEqual([409, tooMany])
  })
})
