import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type ListingAction, listingActions, studentActions } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { engines } from '#tests/support/databases.ts'
import { insertTestReport } from '#tests/support/moderation-rows.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'

const decision = (action: string, seen: number | null = null) => ({
  action,
  reason: action === 'keep' ? 'within_rules' : 'scam',
  seen,
  ...(action === 'suspend' && { days: 7 }),
})

const pairs = <Action>(actions: readonly Action[]) =>
  actions.flatMap((first) => actions.map((second) => [first, second] as const))

describe.each(engines)('two moderators at once on %s', (engine) => {
  async function openSite() {
    const site = await openModerationSite(engine)
    const { eve, db } = site
    const ann = await site.addPerson('Ann', 'admin')

    /** Sends both decisions at once. One succeeds, and the other moderator reads who did what. */
    async function race(
      first: ReturnType<typeof eve.post>,
      second: ReturnType<typeof eve.post>,
      since: { student_id: number; listing_id?: number | null },
    ) {
      const answers = await Promise.all([first, second])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
      const loser = statuses.indexOf(409)
      const { error, code } = answers[loser]?.body ?? {}
      expect(code).toBe('conflict')
      const winner = loser === 0 ? ann : eve
      expect(error).toMatch(new RegExp(`^${winner === ann ? 'Ann' : 'Eve'} Lee .* just now\\.$`))
      const { listing_id = null, student_id } = since
      const entries = await db.all(sql`
        SELECT actor_id FROM moderation_log WHERE student_id = ${student_id}
          AND (listing_id = ${listing_id} OR ${listing_id === null}) AND actor_id <> ${site.sam.id}`)
      expect(entries).toEqual([{ actor_id: winner.id }])
    }
    const reportListing = (reporterId: number, id: number) =>
      insertTestReport(db, {
        reporterId,
        studentId: site.ada.id,
        listing: { category: 'misc', id },
        createdAt: 0,
      })
    return { ...site, ann, race, reportListing }
  }

  it('decide on a listing once, whatever they choose', async () => {
    const { ada, bob, eve, ann, db, race, reportListing } = await openSite()
    for (const [first, second] of pairs(listingActions)) {
      const id = await insertTestListing(db, ada.id)
      // Both moderators have reported the listing too, and get an email about it.
      for (const reporterId of [bob.id, eve.id, ann.id]) await reportListing(reporterId, id)
      const url = apiPaths.listingDecisions('misc', id)
      const racing = [eve.post(url, decision(first)), ann.post(url, decision(second))] as const
      await race(...racing, { student_id: ada.id, listing_id: id })
    }
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('decide on a student once, whatever they choose', async () => {
    const { addPerson, bob, eve, ann, db, race } = await openSite()
    for (const [index, [first, second]] of pairs(studentActions).entries()) {
      const { id } = await addPerson('New', 'student', at(`new${index}`))
      await insertTestReport(db, { reporterId: bob.id, studentId: id, createdAt: 0 })
      const url = apiPaths.studentDecisions(id)
      const racing = [eve.post(url, decision(first)), ann.post(url, decision(second))] as const
      await race(...racing, { student_id: id })
    }
  })

  it('undo a decision once, and not one that the other builds on', async () => {
    const { ada, bob, sam, eve, ann, db, race, reportListing } = await openSite()
    const others: (ListingAction | 'undo')[] = ['undo', ...listingActions]
    for (const other of others) {
      const id = await insertTestListing(db, ada.id)
      const url = apiPaths.listingDecisions('misc', id)
      const seen = (await sam.post(url, decision('ask_to_edit'))).body.id
      await reportListing(bob.id, id)
      const undo = { reason: 'mistake', seen }
      const undoUrl = apiPaths.undoDecision(seen)
      const second =
        other === 'undo' ? ann.post(undoUrl, undo) : ann.post(url, decision(other, seen))
      await race(eve.post(undoUrl, undo), second, { student_id: ada.id, listing_id: id })
    }
  })

  it('change nothing once their role is taken away, also when the call has begun', async () => {
    const { sam, eve, db, listingUrl, seenOf } = await openSite()
    const url = apiPaths.studentRole(sam.id)
    const demotion = { role: 'student', seen: await seenOf(sam.id) }
    const [demoted, asked] = await Promise.all([
      eve.put(url, demotion),
      sam.post(listingUrl, decision('ask_to_edit')),
    ])
    expect(demoted.status).toBe(200)
    expect([200, 404]).toContain(asked.status)
    const entries = await db.all<{ action: string }>(
      sql`SELECT action FROM moderation_log ORDER BY id`,
    )
    // Sam's decision came before the demotion, or it was refused.
    const before = asked.status === 200 ? ['ask_to_edit'] : []
    expect(entries.map(({ action }) => action)).toEqual([...before, 'role'])
  })
})
