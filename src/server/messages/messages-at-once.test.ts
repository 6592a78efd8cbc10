import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  buildTestAppWithUsers,
  createJsonClient,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import {
  bob as bobsAccount,
  createLoggedInClient,
  strongPassword,
} from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { openThreadSite } from '#tests/support/thread-site.ts'
import { bumpMessageVersions } from './message-version-queries.ts'
import { lockThread } from './thread-locks.ts'

const password = strongPassword
const ten = Array.from({ length: 10 }, (_, index) => index)
const three = ten.slice(0, 3)

/** Opens a site where Ada and Bob have two threads. Each of them is the seller in one. */
async function openBusySite(engine: (typeof engines)[number]) {
  const site = await openThreadSite(engine, { RATE_LIMIT: 'off' })
  const { db, ada, bob } = site
  const { body: desk } = await bob.post(apiPaths.list('misc'), listingInputs.misc)
  const first = { body: 'Is the desk still there?' }
  const { body: sent } = await ada.post(apiPaths.listingMessages('misc', desk.id), first)
  const threadIds = [site.threadId, Number(sent.thread_id)]
  const ids = {
    ada: (await ada.get(apiPaths.me)).body.id,
    bob: (await bob.get(apiPaths.me)).body.id,
  }
  /** Sends ten messages of each student in each thread, all at once. */
  const writeAll = () =>
    ten.flatMap((index) =>
      threadIds.flatMap((id) =>
        [ada, bob].map(async ({ post }) => {
          const { status } = await post(apiPaths.messages(id), { body: `Message ${index}` })
          return status
        }),
      ),
    )
  const countMessages = async () =>
    (await db.get<{ n: number }>(sql`SELECT COUNT(*) AS n FROM messages`))?.n ?? 0
  return { ...site, ids, writeAll, countMessages }
}

/** Opens a site where Eve, Bob and Ada have written to each other about their listings, in one category each. */
async function openTriangle(engine: (typeof engines)[number]) {
  const { app, db, ada, bob } = await buildTestAppWithUsers(engine, { RATE_LIMIT: 'off' })
  const account = { ...bobsAccount, email: at('eve') }
  const eve = createJsonClient(await createLoggedInClient(app, account))
  const students = [eve, bob, ada] as const
  const threadIds: number[] = []
  for (const [index, seller] of students.entries()) {
    const { id: category } = categories[index % categories.length] ?? categories[0]
    const { body: listing } = await seller.post(apiPaths.list(category), listingInputs[category])
    for (const buyer of students.filter((student) => student !== seller)) {
      const first = { body: 'Is it still there?' }
      const { body } = await buyer.post(apiPaths.listingMessages(category, listing.id), first)
      threadIds.push(Number(body.thread_id))
    }
  }
  const ids = await Promise.all(students.map(async ({ get }) => (await get(apiPaths.me)).body.id))
  return { db, students, ids, threadIds }
}

const count = (statuses: number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length

describe.each(engines)('messages at once on %s', (engine) => {
  it('with one client id are one message, also the first', async () => {
    const { db, ada, bob, messages } = await openThreadSite(engine)
    const { body: desk } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
    for (const url of [apiPaths.listingMessages('misc', desk.id), messages]) {
      const message = { body: 'Is the desk still there?', client_id: randomUUID() }
      const answers = await Promise.all(ten.map(() => bob.post(url, message)))
      const statuses = answers.map(({ status }) => status)
      expect([count(statuses, 201), count(statuses, 200)]).toEqual([1, 9])
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    }
    expect(await db.all(sql`SELECT id FROM messages`)).toHaveLength(3)
    expect(await db.all(sql`SELECT id FROM threads`)).toHaveLength(2)
  })

  it('of both students are all there, and counted', async () => {
    const { db, ada, writeAll, countMessages } = await openBusySite(engine)
    const statuses = await Promise.all(writeAll())
    expect(new Set(statuses)).toEqual(new Set([201]))
    expect(await countMessages()).toBe(2 + statuses.length)
    const { results } = (await ada.get(apiPaths.threads())).body
    // The thread that Bob began has one more unread message.
    expect(results.map(({ unread }) => unread).toSorted()).toEqual([10, 11])
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('of a student who is being blocked are refused, or were there before and count as read', async () => {
    const { db, ada, bob, ids, writeAll, countMessages } = await openBusySite(engine)
    const writing = writeAll()
    const blocks = await Promise.all([
      ada.put(apiPaths.block(ids.bob)),
      bob.put(apiPaths.block(ids.ada)),
    ])
    expect(blocks.map(({ status }) => status)).toEqual([204, 204])
    const statuses = await Promise.all(writing)
    const written = count(statuses, 201)
    expect(written + count(statuses, 403)).toBe(statuses.length)
    expect(await countMessages()).toBe(2 + written)
    for (const { get } of [ada, bob]) expect((await get(apiPaths.me)).body.unread).toBe(0)
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('of a student who deletes the account stay, and nobody can answer', async () => {
    const { db, ada, bob, writeAll, countMessages } = await openBusySite(engine)
    const writing = writeAll()
    const deleting = bob.send('DELETE', apiPaths.account, { password })
    const statuses = await Promise.all(writing)
    expect((await deleting).status).toBe(204)
    const written = count(statuses, 201)
    // Ada gets the error that the account is deleted, and Bob the error that he is logged out.
    expect(written + count(statuses, 403) + count(statuses, 401)).toBe(statuses.length)
    expect(await countMessages()).toBe(2 + written)
    const { results } = (await ada.get(apiPaths.threads())).body
    expect(results).toMatchObject(Array(2).fill({ other: { id: null }, state: 'closed' }))
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('go on between three students who block, unblock and rename, and one who leaves', async () => {
    const { db, students, ids, threadIds } = await openTriangle(engine)
    const [eve] = students
    const busy = students.flatMap((student) =>
      three.flatMap((index) => [
        ...threadIds.map((id) => student.post(apiPaths.messages(id), { body: 'Hello' })),
        ...ids.flatMap((id) => [
          student.put(apiPaths.block(id)),
          student.delete(apiPaths.block(id)),
        ]),
        student.patch(apiPaths.account, { firstName: `Name ${index}` }),
      ]),
    )
    const leaving = eve.send('DELETE', apiPaths.account, { password })
    for (const { status } of await Promise.all(busy)) expect(status).toBeLessThan(500)
    expect((await leaving).status).toBe(204)
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('show a new name while another student leaves, who has the same others', async () => {
    const { db, students, ids } = await openTriangle(engine)
    const [, bob, ada] = students
    const lock = await holdTransaction(db, (tx) => bumpMessageVersions(tx, ids.slice(0, 1)))
    const leaving = ada.send('DELETE', apiPaths.account, { password })
    await lock.waits(1)
    const renaming = bob.patch(apiPaths.account, { firstName: 'Robert' })
    await lock.waits(2)
    lock.release()
    expect([(await leaving).status, (await renaming).status]).toEqual([204, 200])
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('outlive the listings of a seller who is banned while the buyer leaves', async () => {
    const { db, ada, bob, clock } = await buildTestAppWithUsers(engine)
    const { body: older } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
    const { body: newer } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
    const threadIds: number[] = []
    for (const { id } of [newer, older]) {
      const first = { body: 'Is it still there?' }
      const { body } = await bob.post(apiPaths.listingMessages('misc', id), first)
      threadIds.push(Number(body.thread_id))
    }
    const lock = await holdTransaction(db, (tx) => lockThread(tx, threadIds[0] ?? 0))
    const leaving = bob.send('DELETE', apiPaths.account, { password })
    await lock.waits(1)
    const studentId = (await ada.get(apiPaths.me)).body.id
    const banning = banTestStudent(db, { studentId, now: clock.now })
    await lock.waits(2)
    lock.release()
    expect((await leaving).status).toBe(204)
    await banning
    expect(await db.all(sql`SELECT title FROM threads`)).toEqual(Array(2).fill({ title: '' }))
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('end with both students, who delete their accounts together', async () => {
    const { db, ada, bob, writeAll, countMessages } = await openBusySite(engine)
    const writing = writeAll()
    const deleting = [ada, bob].map(({ send }) => send('DELETE', apiPaths.account, { password }))
    for (const status of await Promise.all(writing)) expect([201, 401, 403]).toContain(status)
    for (const { status } of await Promise.all(deleting)) expect(status).toBe(204)
    expect(await countMessages()).toBe(0)
    expect(await countDeadlocks(db)).toBe(0)
  })
})
