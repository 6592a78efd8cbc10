import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { QueueItem } from '#contract/moderation.ts'
import { apiPaths } from '#contract/paths.ts'
import type { CaseCluster } from '#contract/teamwork.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { insertTestReport } from '#tests/support/moderation-rows.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { dayMs } from '../../durations.ts'

stayOnBuiltInCampus()

const byPhone = { description: 'Call 519 555 0123' }

async function openSite(engine: Engine) {
  const site = await openModerationSite(engine)
  const { db, clock, bob, mia } = site
  const carol = await site.addPerson('Carol')
  await db.run(sql`UPDATE listings SET ends_at = ${clock.now + 60 * dayMs}`)

  /** Adds a reported listing. */
  async function addCase(
    sellerId: number,
    { title = 'Lamp', description = '', age = 0, photo = '' },
  ): Promise<number> {
    const id = await insertTestListing(db, sellerId)
    await db.run(sql`
      UPDATE listings SET title = ${title}, description = ${description},
        ends_at = ${clock.now + 60 * dayMs} WHERE id = ${id}`)
    if (photo) {
      await db.run(sql`
        INSERT INTO photos (name, width, height, preview, bytes, uploaded_at, hashed_at, band_1,
          band_2, band_3, band_4)
        VALUES (${`${photo} of ${id}`}, 1, 1, '', 1, 0, 0, 1, 2, 3, ${photo.length})`)
      await db.run(sql`
        INSERT INTO photo_uses (photo_name, listing_id) VALUES (${`${photo} of ${id}`}, ${id})`)
    }
    await report(id, sellerId, bob.id, age)
    return id
  }
  const report = (id: number, sellerId: number, reporterId: number, age = 0) =>
    insertTestReport(db, {
      ...{ reporterId, studentId: sellerId, createdAt: clock.now - age },
      listing: { category: 'misc', id },
    })
  const readCluster = async (id: number, person = mia) => {
    const { body } = await person.get(apiPaths.moderatedListing('misc', id))
    return (body as unknown as { cluster: CaseCluster | null }).cluster
  }
  const idsOf = (cluster: CaseCluster | null) => cluster?.listings.map(({ id }) => id)
  /** Sends a decision on all listings of the cluster, as the page does. */
  const decide = async (id: number, changes: object = {}, person = mia) => {
    const cluster = await readCluster(id, person)
    return person.post(apiPaths.clusterDecisions('misc', id), {
      ...{ action: 'remove', reason: 'scam', note: 'Same number.' },
      ...{ version: cluster?.version ?? '', listingIds: idsOf(cluster) ?? [] },
      ...changes,
    })
  }
  const readStatuses = async () =>
    (
      await db.all<{ status: string }>(
        sql`SELECT status FROM listings WHERE id <> ${site.listing.id} ORDER BY id`,
      )
    ).map(({ status }) => status)
  const readLog = async () =>
    db.all<{ id: number; action: string; listing_id: number | null; together_id: number | null }>(
      sql`SELECT id, action, listing_id, together_id FROM moderation_log ORDER BY id`,
    )
  const countMails = async () =>
    (await db.get<{ mails: number }>(sql`SELECT COUNT(*) AS mails FROM jobs WHERE kind = 'mail'`))
      ?.mails ?? 0
  return {
    ...site,
    ...{ carol, addCase, report, readCluster, idsOf, decide, readStatuses, readLog, countMails },
  }
}

describe.each(engines)('cases that belong together on %s', (engine) => {
  it('share a contact, a text or a photo of the last 30 days, also by way of a third', async () => {
    const { ada, bob, carol, mia, addCase, readCluster, idsOf } = await openSite(engine)
    const first = await addCase(ada.id, { ...byPhone, age: 5000 })
    const alone = await addCase(carol.id, { title: 'A desk for two', age: 4000 })
    const second = await addCase(carol.id, {
      description: 'My number: +1 (519) 555-0123',
      photo: 'desk',
      age: 3000,
    })
    // The hash differs in two bits.
    const third = await addCase(bob.id, { photo: 'deskabc', age: 2000 })
    // An old case is not compared.
    await addCase(bob.id, { ...byPhone, age: 31 * dayMs })
    const cluster = await readCluster(third)
    expect(cluster).toMatchObject({
      total: 3,
      shares: [
        { kind: 'phone', value: '5195550123', listings: [first, second] },
        { kind: 'photo', value: null, listings: [second, third] },
      ],
    })
    expect(idsOf(cluster)).toEqual([first, second, third])
    expect(await readCluster(alone)).toBeNull()
    const { body } = await mia.get(`${apiPaths.moderationQueue()}?order=oldest`)
    const { items } = body as unknown as { items: QueueItem[] }
    const group = { id: first, size: 3 }
    expect(items.map(({ listing, cluster: found }) => [listing?.id, found])).toEqual([
      [expect.any(Number), null],
      [first, group],
      [second, group],
      [third, group],
      [alone, null],
    ])
  })

  it('are decided at once, with an entry each and one for all, and undone as a whole', async () => {
    const site = await openSite(engine)
    const { ada, carol, mia, sam, addCase, decide, readStatuses, readReports, readLog } = site
    await addCase(ada.id, byPhone)
    const second = await addCase(carol.id, byPhone)
    await addCase(carol.id, byPhone)
    const mails = await site.countMails()
    const { status, body } = await decide(second)
    expect([status, body.message]).toEqual([200, 'Removed 3 listings of 2 students.'])
    expect(await readStatuses()).toEqual(['removed', 'removed', 'removed'])
    expect(await readReports()).toEqual(['upheld', 'upheld', 'upheld'])
    // Three to the sellers, and three to Bob, who reported all of them.
    expect((await site.countMails()) - mails).toBe(6)
    const log = await readLog()
    expect(log.map(({ action, together_id }) => [action, together_id])).toEqual([
      ['decide_together', null],
      ...[1, 2, 3].map(() => ['remove', body.id]),
    ])
    const shown = await sam.get(apiPaths.moderationLog())
    expect((shown.body as unknown as { entries: object[] }).entries.at(-1)).toMatchObject({
      action: 'decide_together',
      note: 'Removed 3 listings of 2 students: Same number.',
      student: null,
      canUndo: true,
    })

    const undo = { reason: 'mistake', note: '', seen: body.id }
    const undone = await mia.post(apiPaths.undoDecision(body.id), undo)
    expect([undone.status, undone.body.message]).toEqual([
      200,
      '3 decisions undone. Their reports are open again and wait for a decision.',
    ])
    expect(await readStatuses()).toEqual(['available', 'available', 'available'])
    expect(await readReports()).toEqual(['open', 'open', 'open'])
    const again = await mia.post(apiPaths.undoDecision(body.id), undo)
    expect([again.status, again.body.error]).toEqual([409, 'This is already undone.'])
  })

  it('keep what was decided one by one since, when the rest is undone', async () => {
    const { ada, carol, mia, addCase, decide, readStatuses, readLog } = await openSite(engine)
    const first = await addCase(ada.id, byPhone)
    await addCase(carol.id, byPhone)
    const { body } = await decide(first)
    const own = (await readLog()).find(({ listing_id }) => listing_id === first)?.id ?? 0
    const undo = { reason: 'mistake', note: '' }
    const alone = await mia.post(apiPaths.undoDecision(own), { ...undo, seen: own })
    expect(alone.status).toBe(200)
    const rest = await mia.post(apiPaths.undoDecision(body.id), { ...undo, seen: body.id })
    expect(rest.body.message).toMatch(/^1 of 2 decisions undone\. .* Later decisions stay\.$/)
    expect(await readStatuses()).toEqual(['available', 'available'])
  })

  it('are left alone if the list has changed, somebody is on one of them, or one is no part', async () => {
    const site = await openSite(engine)
    const { ada, carol, sam, mia, addCase, report, readCluster, decide, readStatuses } = site
    const first = await addCase(ada.id, byPhone)
    const second = await addCase(carol.id, byPhone)
    const seen = await readCluster(first)
    await report(second, carol.id, sam.id)
    const late = await decide(first, { version: seen?.version })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'The list has changed. Check it again.' },
    })
    expect(await decide(first, { listingIds: [first, 999] })).toMatchObject({ status: 409 })
    expect(await decide(first, { listingIds: [] })).toMatchObject({ status: 400 })
    expect(await decide(first, { listingIds: [first, first] })).toMatchObject({ status: 400 })
    await sam.put(apiPaths.listingClaim('misc', second), {})
    const claimed = await decide(first)
    expect(claimed.body).toMatchObject({
      code: 'claimed',
      error: 'Sam Lee claimed this at 7:00 am.',
    })
    expect(await readStatuses()).toEqual(['available', 'available'])
    const despite = await decide(first, { despiteClaim: true, listingIds: [first] }, mia)
    expect(despite.status).toBe(200)
    expect(await readStatuses()).toEqual(['removed', 'available'])
  })

  it('are decided by one of two moderators, without a deadlock', async () => {
    const site = await openSite(engine)
    const { ada, carol, eve, mia, sam, report, addCase, decide, readCluster, readStatuses, db } =
      site
    const first = await addCase(ada.id, byPhone)
    const second = await addCase(carol.id, byPhone)
    const third = await addCase(ada.id, byPhone)
    for (const [id, sellerId] of [
      [first, ada.id],
      [second, carol.id],
      [third, ada.id],
    ] as const) {
      for (const reporter of [eve, mia, sam]) await report(id, sellerId, reporter.id)
    }
    const together = { version: '', listingIds: [first, second, third] }
    together.version = (await readCluster(first, mia))?.version ?? ''
    const answers = await Promise.all([
      decide(first, together, mia),
      decide(third, together, eve),
      sam.post(apiPaths.listingDecisions('misc', second), {
        ...{ action: 'ask_to_edit', reason: 'scam', seen: null },
      }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    // All or none were removed, and once.
    const removed = (await readStatuses()).filter((status) => status === 'removed').length
    expect([0, 3]).toContain(removed)
    const entries = (await site.readLog()).filter(({ action }) => action === 'remove')
    expect(entries).toHaveLength(removed)
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('are undone once by two moderators and a third who undoes one of them, without a deadlock', async () => {
    const site = await openSite(engine)
    const { ada, carol, eve, mia, sam, addCase, decide, readStatuses, readLog, db } = site
    const first = await addCase(ada.id, byPhone)
    await addCase(carol.id, byPhone)
    await addCase(ada.id, byPhone)
    const { body } = await decide(first)
    const own = (await readLog()).findLast(({ listing_id }) => listing_id !== null)?.id ?? 0
    const undo = (person: typeof mia, id: number) =>
      person.post(apiPaths.undoDecision(id), { reason: 'mistake', note: '', seen: id })
    const answers = await Promise.all([undo(mia, body.id), undo(eve, body.id), undo(sam, own)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(statuses.slice(0, 2).toSorted()).toEqual([200, 409])
    expect(await readStatuses()).toEqual(['available', 'available', 'available'])
    const undone = (await readLog()).filter(
      ({ action, listing_id }) => action === 'undo' && listing_id !== null,
    )
    expect(new Set(undone.map(({ listing_id }) => listing_id)).size).toBe(3)
    expect(undone).toHaveLength(3)
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('are at most 50 at once, those that have waited longest', async () => {
    const { ada, addCase, readCluster, decide, readStatuses } = await openSite(engine)
    const ids: number[] = []
    for (let index = 0; index < 51; index++) {
      ids.push(await addCase(ada.id, { ...byPhone, age: 1000 - index }))
    }
    const cluster = await readCluster(ids[0] ?? 0)
    expect([cluster?.total, cluster?.listings.length]).toEqual([51, 50])
    expect((await decide(ids[0] ?? 0)).status).toBe(200)
    const statuses = await readStatuses()
    expect(statuses.filter((status) => status === 'removed')).toHaveLength(50)
    expect(statuses.at(-1)).toBe('available')
  }, 30_000)
})
