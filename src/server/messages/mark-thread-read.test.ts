import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Thread } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { openThreadSite } from '#tests/support/thread-site.ts'
import { lockThread } from './thread-locks.ts'

type Site = Awaited<ReturnType<typeof openThreadSite>>

/** Returns the number of unread messages in the thread, and the number of threads with unread messages. */
async function countUnread({ messages }: Site, reader: Site['ada']) {
  const thread = (await reader.get(messages)).body.thread as Thread
  return [thread.unread, (await reader.get(apiPaths.me)).body.unread]
}

describe.each(engines)('reading on %s', (engine) => {
  it('counts what came since as unread, and never goes back', async () => {
    const site = await openThreadSite(engine)
    const { ada, bob, read, reply } = site
    const second = await reply(bob, 'Hello?')
    const third = await reply(bob, 'Anyone?')
    await reply(ada, 'One moment.')
    expect(await countUnread(site, ada)).toEqual([3, 1])
    expect((await read(ada, second.id)).status).toBe(204)
    expect(await countUnread(site, ada)).toEqual([1, 1])
    await read(ada, third.id)
    expect(await countUnread(site, ada)).toEqual([0, 0])
    // A slower tab marks an earlier message as read.
    await read(ada, second.id)
    expect(await countUnread(site, ada)).toEqual([0, 0])
    await reply(bob, 'Now?')
    expect(await countUnread(site, ada)).toEqual([1, 1])
    expect(await countUnread(site, bob)).toEqual([1, 1])
    await read(bob)
    expect(await countUnread(site, bob)).toEqual([0, 0])
    // This is the id of a message that nobody has written yet.
    await read(ada, 1_000_000)
    expect(await countUnread(site, ada)).toEqual([0, 0])
    await reply(bob, 'So?')
    expect(await countUnread(site, ada)).toEqual([1, 1])
  })

  it('takes the id of a message, or none', async () => {
    const { ada, read } = await openThreadSite(engine)
    for (const id of [0, -1, 1.5, '1', null, 1e300]) {
      expect(await read(ada, id)).toMatchObject({
        status: 400,
        body: { fields: { message_id: expect.any(String) } },
      })
    }
    expect((await read(ada)).status).toBe(204)
  })

  it('makes no mail due about what was read', async () => {
    const { db, ada, bob, read, reply } = await openThreadSite(engine)
    const isMailDue = async () =>
      (await db.all(sql`SELECT 1 AS due FROM thread_members WHERE mail_due_at IS NOT NULL`)).length
    const second = await reply(bob, 'Hello?')
    expect(await isMailDue()).toBe(1)
    await read(ada, second.id - 1)
    expect(await isMailDue()).toBe(1)
    await read(ada, second.id)
    expect(await isMailDue()).toBe(0)
  })

  it('leaves a message that is sent at the same time unread', async () => {
    const site = await openThreadSite(engine)
    const { db, ada, bob, threadId, read, reply } = site
    const lock = await holdTransaction(db, (tx) => lockThread(tx, threadId))
    const sending = reply(bob, 'Hello?')
    await lock.waits(1)
    const reading = read(ada, 1)
    await lock.waits(2)
    lock.release()
    await Promise.all([sending, reading])
    expect(await countUnread(site, ada)).toEqual([1, 1])
  })

  it('goes on beside messages of both, new names and prices, and the deletion of an account', async () => {
    const site = await openThreadSite(engine)
    const { db, ada, bob, lamp, messages, read } = site
    const results = await Promise.all(
      [ada, bob].flatMap((student, side) =>
        Array.from({ length: 10 }, async (_, index) => [
          (await student.post(messages, { body: `${side} ${index}` })).status,
          (await read(student)).status,
          (await student.patch(apiPaths.account, { firstName: `Name ${index}` })).status,
          (
            await ada.put(apiPaths.listing('misc', lamp.id), {
              ...listingInputs.misc,
              price: index,
            })
          ).status,
        ]),
      ),
    )
    expect(new Set(results.flat())).toEqual(new Set([201, 204, 200]))
    await Promise.all([read(ada), read(bob)])
    expect(await countUnread(site, ada)).toEqual([0, 0])
    expect(await countUnread(site, bob)).toEqual([0, 0])

    const [left, ...others] = await Promise.all([
      bob.send('DELETE', apiPaths.account, { password: strongPassword }),
      ...Array.from({ length: 10 }, () => read(ada)),
      ...Array.from({ length: 10 }, () => ada.post(messages, { body: 'Bye.' })),
    ])
    expect(left.status).toBe(204)
    for (const { status } of others) expect([201, 204, 403]).toContain(status)
    expect(await db.all(sql`SELECT user_id FROM message_versions`)).toHaveLength(1)
    expect(await countDeadlocks(db)).toBe(0)
  })
})
