import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import type { Db } from '../../database/database.ts'
import { bumpMessageVersions } from '../../messages/message-version-queries.ts'
import { lockThread } from '../../messages/thread-locks.ts'
import { lockCategory } from '../../versions/category-versions.ts'

/** Opens a site where Bob has a deal with Ada about her lamp and sells a textbook, about which Zoe has written. */
async function openTradingSite(engine: Engine) {
  const site = await openModerationSite(engine)
  const { ada, bob, eve, db } = site
  const zoe = await site.addPerson('Zoe')
  // The site's own listing never ends, and is no example for new ones.
  await db.run(sql`DELETE FROM listings`)
  const lamp = await ada.post(apiPaths.list('misc'), listingInputs.misc)
  const book = await bob.post(apiPaths.list('textbook'), listingInputs.textbook)
  const write = async (buyer: typeof bob, category: 'misc' | 'textbook', id: number) => {
    const first = { body: 'Is it still there?' }
    const { body } = await buyer.post(apiPaths.listingMessages(category, id), first)
    return Number(Object(body).thread_id)
  }
  const threadId = await write(bob, 'misc', lamp.body.id)
  await write(zoe, 'textbook', book.body.id)
  const { body: offered } = await bob.post(apiPaths.offers(threadId), { amount: 12 })
  const accepted = { offer_id: Object(offered).message.id, answer: 'accept' }
  expect((await ada.post(apiPaths.answerOffer(threadId), accepted)).status).toBe(201)
  const statuses = () =>
    db.all(sql`
      SELECT id, status FROM listings WHERE id IN (${lamp.body.id}, ${book.body.id}) ORDER BY id`)
  const decision = { action: 'ban', reason: 'scam', seen: null }
  return {
    ...site,
    ...{ zoe, threadId },
    ban: () => eve.post(apiPaths.studentDecisions(bob.id), decision),
    expectBanned: async ({ status }: { status: number }) => {
      expect(status).toBe(200)
      expect(await statuses()).toEqual([
        { id: lamp.body.id, status: 'available' },
        { id: book.body.id, status: 'removed' },
      ])
      expect(await countDeadlocks(db)).toBe(0)
    },
  }
}

/** Holds a transaction that takes the first lock, and the second one once the ban waits for the first. */
async function lockAround(
  db: Db,
  ban: () => Promise<{ status: number }>,
  { first, second }: Record<'first' | 'second', (tx: Db) => Promise<unknown>>,
) {
  let held = db
  const { release, waits } = await holdTransaction(db, (tx) => {
    held = tx
    return first(tx)
  })
  const banned = ban()
  await waits(1)
  await second(held)
  release()
  return banned
}

// Each of these would deadlock if the ban took its locks in another order than `thread-locks.ts` says.
describe.each(engines)('a ban beside other transactions on %s', (engine) => {
  it('locks all categories before any thread', async () => {
    const site = await openTradingSite(engine)
    const banned = await lockAround(site.db, site.ban, {
      first: (tx) => lockCategory(tx, 'textbook'),
      second: (tx) => lockThread(tx, site.threadId),
    })
    await site.expectBanned(banned)
  })

  it('locks versions last, in the order of ids', async () => {
    const site = await openTradingSite(engine)
    const banned = await lockAround(site.db, site.ban, {
      first: (tx) => bumpMessageVersions(tx, [site.ada.id]),
      second: (tx) => bumpMessageVersions(tx, [site.zoe.id]),
    })
    await site.expectBanned(banned)
  })

  it('is lifted in the same order', async () => {
    const site = await openTradingSite(engine)
    const { body } = await site.ban()
    const lifting = { reason: 'mistake', seen: body.id }
    const lifted = await lockAround(
      site.db,
      () => site.eve.post(apiPaths.undoDecision(body.id), lifting),
      {
        first: (tx) => bumpMessageVersions(tx, [site.ada.id]),
        second: (tx) => bumpMessageVersions(tx, [site.zoe.id]),
      },
    )
    expect(lifted.status).toBe(200)
    expect(await countDeadlocks(site.db)).toBe(0)
  })
})
