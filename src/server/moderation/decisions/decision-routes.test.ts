import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { dayMs } from '../../durations.ts'

const decision = (action: string, extra: object = {}) => ({
  action,
  reason: (action === 'keep' ? 'within_rules' : 'scam') as DecisionReason,
  note: '',
  seen: null,
  ...extra,
})

const undoing = { reason: 'mistake', note: '', seen: null }

describe.each(engines)('decisions on %s', (engine) => {
  it('of each kind answer the reports, are logged, mailed and undone once', async () => {
    const site = await openModerationSite(engine)
    const { sam, mia, bob, db, listing, listingUrl } = site
    for (const action of ['keep', 'ask_to_edit', 'remove']) {
      await site.report(bob.id)
      const before = await site.readListing()
      const seen = await site.seenOf(0, listing.id)
      const { status, body } = await sam.post(listingUrl, decision(action, { seen, note: 'Hm.' }))
      const message = expect.stringContaining('“Lamp”')
      expect([status, body]).toEqual([200, { id: expect.any(Number), message }])
      const removed = { status: 'removed', status_before: 'available', takedown_id: body.id }
      expect(await site.readListing()).toEqual(action === 'remove' ? removed : before)
      const outcome = action === 'keep' ? 'rejected' : 'upheld'
      expect((await site.readReports()).at(-1)).toBe(outcome)
      const undone = await mia.post(apiPaths.undoDecision(body.id), { ...undoing, seen: body.id })
      expect(undone).toMatchObject({
        status: 200,
        body: {
          message:
            'The decision on “Lamp” is undone. The reports are open again and wait for a decision.',
        },
      })
      expect(await site.readListing()).toEqual(before)
      expect((await site.readReports()).at(-1)).toBe('open')
      const again = { ...undoing, seen: undone.body.id }
      expect(await mia.post(apiPaths.undoDecision(body.id), again)).toMatchObject({
        status: 409,
        body: { code: 'wrong_status', error: 'This is already undone.' },
      })
      await db.run(sql`UPDATE reports SET state = 'closed'`)
    }
    expect(
      await db.all(sql`
        SELECT action, actor_id, undoes_id, reason, note FROM moderation_log
        LEFT JOIN moderation_notes ON log_id = moderation_log.id ORDER BY moderation_log.id LIMIT 2`),
    ).toEqual([
      { action: 'keep', actor_id: sam.id, undoes_id: null, reason: 'within_rules', note: 'Hm.' },
      { action: 'undo', actor_id: mia.id, undoes_id: 1, reason: 'mistake', note: null },
    ])
    const mails = await db.all(
      sql`SELECT DISTINCT user_id FROM jobs WHERE kind = 'mail' ORDER BY 1`,
    )
    expect(mails).toEqual([{ user_id: site.ada.id }, { user_id: bob.id }])
  })

  it('uphold reports of what was kept and is removed later, unless it was edited between, and say so', async () => {
    const site = await openModerationSite(engine)
    const { sam, mia, bob, db, listing, listingUrl, clock } = site
    const decide = async (action: string) => {
      const seen = await site.seenOf(0, listing.id)
      const { status, body } = await sam.post(listingUrl, decision(action, { seen }))
      expect(status).toBe(200)
      return body.id as number
    }
    await site.report(bob.id)
    await decide('keep')
    clock.now += 1000
    await db.run(sql`UPDATE listings SET updated_at = ${clock.now}`)
    await site.report(mia.id)
    await decide('keep')
    await decide('ask_to_edit')
    expect(await site.readReports()).toEqual(['rejected', 'rejected'])
    const removal = await decide('remove')
    expect(await site.readReports()).toEqual(['rejected', 'upheld'])
    const mails = await db.all<{ payload: string; user_id: number }>(
      sql`SELECT payload, user_id FROM jobs WHERE kind = 'mail'`,
    )
    const later = mails.filter(
      ({ payload }) => JSON.parse(payload).template === 'report-upheld_later',
    )
    expect(later.map(({ user_id }) => user_id)).toEqual([mia.id])
    const undone = { ...undoing, seen: removal }
    expect((await mia.post(apiPaths.undoDecision(removal), undone)).status).toBe(200)
    expect(await site.readReports()).toEqual(['rejected', 'open'])
  })

  it('put a hidden listing back when it is kept, and take a listing from every status', async () => {
    const site = await openModerationSite(engine)
    const { sam, db, listing, listingUrl } = site
    await db.run(sql`UPDATE listings SET status = 'hidden', status_before = 'pending'`)
    await sam.post(listingUrl, decision('keep'))
    expect(await site.readListing()).toMatchObject({ status: 'pending', status_before: null })
    for (const status of ['available', 'pending', 'sold', 'expired']) {
      await db.run(sql`UPDATE listings SET status = ${status}`)
      const seen = await site.seenOf(0, listing.id)
      const { body } = await sam.post(listingUrl, decision('remove', { seen }))
      expect(await site.readListing()).toMatchObject({ status: 'removed' })
      const removed = decision('keep', { seen: body.id })
      expect(await sam.post(listingUrl, removed)).toMatchObject({
        status: 409,
        body: { code: 'wrong_status' },
      })
      await sam.post(apiPaths.undoDecision(body.id), { ...undoing, seen: body.id })
      expect(await site.readListing()).toMatchObject({ status, takedown_id: null })
    }
  })

  it('suspend and ban a student, and undo it', async () => {
    const site = await openModerationSite(engine)
    const { sam, eve, ada, bob, clock, listing, studentUrl } = site
    await site.report(bob.id, {})
    await site.report(bob.id)
    const suspended = await sam.post(studentUrl, decision('suspend', { days: 7 }))
    expect(suspended.status).toBe(200)
    expect(await site.readStanding(ada.id)).toMatchObject({
      suspended_until: clock.now + 7 * dayMs,
    })
    expect(await site.readReports()).toEqual(['upheld', 'open'])
    const seen = suspended.body.id
    const shorter = await sam.post(studentUrl, decision('suspend', { days: 7, seen }))
    expect(shorter).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    const longer = await sam.post(studentUrl, decision('suspend', { days: 30, seen }))
    expect(await site.readStanding(ada.id)).toMatchObject({
      suspended_until: clock.now + 30 * dayMs,
    })
    await sam.post(apiPaths.undoDecision(longer.body.id), { ...undoing, seen: longer.body.id })
    expect(await site.readStanding(ada.id)).toMatchObject({
      suspended_until: clock.now + 7 * dayMs,
    })

    const banned = await eve.post(studentUrl, decision('ban', { seen: await site.seenOf(ada.id) }))
    expect(banned.status).toBe(200)
    expect(await site.readStanding(ada.id)).toMatchObject({ banned_at: clock.now })
    expect(await site.readListing()).toMatchObject({ status: 'removed' })
    // Reports about a listing that was removed with the account do not wait for a decision.
    expect(await site.readReports()).toEqual(['upheld', 'upheld'])
    expect((await ada.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
    const undo = { ...undoing, seen: banned.body.id }
    clock.now += dayMs
    await eve.post(apiPaths.undoDecision(banned.body.id), undo)
    expect(await site.readStanding(ada.id)).toMatchObject({ banned_at: null })
    expect(await site.readListing(listing.id)).toMatchObject({ status: 'available' })
    expect(await site.readReports()).toEqual(['upheld', 'open'])
  })
})

describe.each(anyEngine)('further decisions on %s', (engine) => {
  it('are refused in the order of all calls', async () => {
    const site = await openModerationSite(engine)
    const { sam, eve, ada, db, listingUrl, studentUrl } = site
    const own = await site.addPerson('Own', 'moderator', at('own'))
    await db.run(sql`UPDATE listings SET seller_id = ${own.id}`)
    const nothing = {}
    const status = async (response: Promise<{ status: number }>) => (await response).status
    expect(await status(ada.post(listingUrl, nothing))).toBe(404)
    expect(await status(sam.post(apiPaths.listingDecisions('misc', 999), nothing))).toBe(404)
    expect(await status(sam.post(apiPaths.listingDecisions('rental', site.listing.id)))).toBe(404)
    expect(await status(sam.post(apiPaths.studentDecisions(999), nothing))).toBe(404)
    expect(await status(sam.post(apiPaths.undoDecision(999), nothing))).toBe(404)
    expect(await status(sam.post(apiPaths.appealDecision(999), nothing))).toBe(404)
    expect(await status(sam.put(apiPaths.studentRole(ada.id), nothing))).toBe(404)
    // Nobody decides on their own things, or on those of another address of the mailbox, whatever the body says.
    expect(await status(own.post(listingUrl, nothing))).toBe(403)
    expect(await status(eve.post(apiPaths.studentDecisions(eve.id), nothing))).toBe(403)
    expect(await status(eve.put(apiPaths.studentRole(eve.id), nothing))).toBe(403)
    const other = await site.addPerson('Other', 'student', at('own+books'))
    expect(await status(own.post(apiPaths.studentDecisions(other.id), nothing))).toBe(403)
    // Only admins may take these actions.
    expect(await status(sam.post(studentUrl, decision('ban')))).toBe(403)
    expect(await status(sam.post(apiPaths.studentDecisions(own.id), decision('warn')))).toBe(403)
    expect(await status(eve.post(apiPaths.studentDecisions(own.id), decision('ban')))).toBe(409)
    // The same is true for another address of a moderator or an admin, because both accounts would be restricted.
    const otherUrl = apiPaths.studentDecisions(other.id)
    expect(await status(sam.post(otherUrl, decision('suspend', { days: 7 })))).toBe(403)
    expect(await eve.post(otherUrl, decision('ban'))).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('belongs to a moderator') },
    })
    // Reports cannot be rejected if there are none, so nobody is emailed about it.
    for (const url of [listingUrl, studentUrl]) {
      expect(await sam.post(url, decision('keep'))).toMatchObject({
        status: 409,
        body: { code: 'wrong_status', error: 'There is no open report to reject.' },
      })
    }
    expect(await db.all(sql`SELECT * FROM moderation_log`)).toEqual([])
  })

  it('take the reasons that go with them', async () => {
    const { sam, eve, listingUrl, studentUrl } = await openModerationSite(engine)
    const fields = async (response: ReturnType<typeof sam.post>) => (await response).body.fields
    const another = { reason: 'Choose another reason' }
    expect(await fields(sam.post(listingUrl, decision('keep', { reason: 'scam' })))).toEqual(
      another,
    )
    expect(await fields(sam.post(listingUrl, decision('remove', { reason: 'mistake' })))).toEqual(
      another,
    )
    expect(await fields(sam.post(studentUrl, decision('warn', { reason: 'gone' })))).toEqual(
      another,
    )
    expect(await fields(sam.post(studentUrl, decision('suspend')))).toEqual({
      days: 'Choose for how long',
    })
    expect(await fields(sam.post(studentUrl, decision('suspend', { days: 8 })))).toHaveProperty(
      'days',
    )
    expect(
      await fields(sam.post(listingUrl, decision('remove', { reason: 'other' }))),
    ).toHaveProperty('note')
    const { body } = await eve.post(studentUrl, decision('warn'))
    const undo = { ...undoing, reason: 'scam', seen: body.id }
    expect(await fields(sam.post(apiPaths.undoDecision(body.id), undo))).toEqual(another)
  })

  it('are undone for who has left: the suspension, and reports of a listing that is deleted', async () => {
    const site = await openModerationSite(engine)
    const { sam, ada, bob, db, listingUrl, studentUrl } = site
    await site.report(bob.id)
    const removed = await sam.post(listingUrl, decision('remove'))
    await db.run(sql`DELETE FROM listings`)
    const undo = { ...undoing, seen: removed.body.id }
    expect((await sam.post(apiPaths.undoDecision(removed.body.id), undo)).status).toBe(200)
    expect(await site.readReports()).toEqual(['closed'])
    const seen = await site.seenOf(ada.id)
    const { body } = await sam.post(studentUrl, decision('suspend', { days: 30, seen }))
    await db.run(sql`DELETE FROM users WHERE id = ${ada.id}`)
    await sam.post(apiPaths.undoDecision(body.id), { ...undoing, seen: body.id })
    expect(await db.all(sql`SELECT * FROM restrictions`)).toEqual([])
  })

  it('let a banned student back after the account is deleted', async () => {
    const { eve, ada, db, clock, addPerson, studentUrl } = await openModerationSite(engine)
    const { id } = (await eve.post(studentUrl, decision('ban'))).body
    clock.now += 31 * dayMs
    const mod = await addPerson('Max', 'moderator')
    const ann = await addPerson('Ann', 'admin')
    await db.run(sql`DELETE FROM users WHERE id = ${ada.id}`)
    const url = apiPaths.undoDecision(id)
    expect((await mod.post(url, { ...undoing, seen: id })).status).toBe(403)
    const answers = await Promise.all([1, 2].map(() => ann.post(url, { ...undoing, seen: id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const done = answers.find(({ status }) => status === 200)
    expect(done?.body.message).toContain('can sign up again')
    expect(await db.all(sql`SELECT * FROM restrictions`)).toEqual([])
  })
})

describe.each(engines)('roles on %s', (engine) => {
  it('are given and taken by admins, for the record, but not their own', async () => {
    const { eve, sam, ada, db, readStanding } = await openModerationSite(engine)
    const url = apiPaths.studentRole(ada.id)
    const { status, body } = await eve.put(url, { role: 'moderator', seen: null })
    expect([status, body.message]).toEqual([200, 'Ada Lee is a moderator now.'])
    expect(await readStanding(ada.id)).toMatchObject({ role: 'moderator' })
    expect((await ada.get('/api/auth/me')).body).toMatchObject({ role: 'moderator' })
    expect(await db.all(sql`SELECT action, actor_id, role FROM moderation_log`)).toEqual([
      { action: 'role', actor_id: eve.id, role: 'moderator' },
    ])
    expect((await ada.get(apiPaths.securityEvents)).body).toMatchObject([{ kind: 'role change' }])
    const same = { role: 'moderator', seen: body.id }
    expect(await eve.put(url, same)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    expect(await eve.put(url, { role: 'student', seen: null })).toMatchObject({
      status: 409,
      body: { error: 'You changed the role of this student just now.' },
    })
    expect((await sam.put(url, { role: 'student', seen: body.id })).status).toBe(404)
  })

  it('leave an admin, also when two take each other’s at once', async () => {
    const { eve, addPerson, db } = await openModerationSite(engine)
    const ann = await addPerson('Ann', 'admin')
    const demotion = { role: 'student', seen: null }
    const answers = await Promise.all([
      eve.put(apiPaths.studentRole(ann.id), demotion),
      ann.put(apiPaths.studentRole(eve.id), demotion),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await db.all(sql`SELECT role FROM users WHERE role = 'admin'`)).toHaveLength(1)
  })

  it('of moderators are for those who have proved their mailbox, where that is asked', async () => {
    const asked = await openModerationSite(engine, { VERIFY_EMAIL: 'on' })
    const { eve, ada, bob, db, clock } = asked
    // The accounts are new. Otherwise the job would delete them as never confirmed.
    await db.run(sql`
      UPDATE users SET must_confirm = 1, confirmed_at = NULL, created_at = ${clock.now}
      WHERE id IN (${ada.id}, ${bob.id})`)
    const promotion = { role: 'moderator', seen: null }
    expect(await eve.put(apiPaths.studentRole(ada.id), promotion)).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', error: 'Ada Lee has to confirm their email first.' },
    })
    // Bob became an admin while the site did not ask for confirmation.
    await db.run(sql`UPDATE users SET role = 'admin' WHERE id = ${bob.id}`)
    const refused = { status: 403, body: { code: 'unconfirmed' } }
    expect(await bob.get(apiPaths.moderationQueue())).toMatchObject(refused)
    expect(await bob.put(apiPaths.studentRole(ada.id), promotion)).toMatchObject(refused)
    expect(
      (await eve.put(apiPaths.studentRole(bob.id), { role: 'student', seen: null })).status,
    ).toBe(200)
    const open = await openModerationSite(engine)
    await open.db.run(sql`
      UPDATE users SET must_confirm = 1, confirmed_at = NULL, created_at = ${clock.now}`)
    expect((await open.eve.put(apiPaths.studentRole(open.ada.id), promotion)).status).toBe(200)
  })

  it('end for the suspended, who decide nothing meanwhile', async () => {
    const { eve, sam, clock, listingUrl, studentUrl } = await openModerationSite(engine)
    const url = apiPaths.studentDecisions(sam.id)
    await eve.post(url, decision('suspend', { days: 7 }))
    expect((await sam.post(listingUrl, decision('ask_to_edit'))).status).toBe(404)
    clock.now += 7 * dayMs
    expect((await sam.post(studentUrl, decision('warn'))).status).toBe(200)
  })
})

describe.each(engines)('appeals on %s', (engine) => {
  async function openAppealSite() {
    const site = await openModerationSite(engine)
    const { sam, db, clock, listingUrl } = site
    const { id } = (await sam.post(listingUrl, decision('remove'))).body
    const appeal = () =>
      db.run(sql`UPDATE appeals SET text = 'Why?', created_at = ${clock.now} WHERE log_id = ${id}`)
    const readAppeal = () =>
      db.get(sql`SELECT decision, decision_id FROM appeals WHERE log_id = ${id}`)
    return { ...site, url: apiPaths.appealDecision(id), logId: id, appeal, readAppeal }
  }
  const rejected = { decision: 'rejected', reason: 'scam', note: 'No.' }
  const reversed = { decision: 'reversed', reason: 'mistake', note: '' }

  it('are decided once, by another moderator where there is one', async () => {
    const site = await openAppealSite()
    const { sam, mia, eve, db, url } = site
    expect((await mia.post(url, rejected)).status).toBe(404)
    await site.appeal()
    expect(await sam.post(url, rejected)).toMatchObject({ status: 403 })
    expect((await mia.post(url, { ...rejected, reason: 'mistake' })).status).toBe(400)
    const { status, body } = await mia.post(url, rejected)
    expect([status, body.message]).toEqual([200, 'The decision stands.'])
    expect(await site.readAppeal()).toEqual({ decision: 'rejected', decision_id: body.id })
    expect(await eve.post(url, reversed)).toMatchObject({
      status: 409,
      body: { error: 'Mia Lee rejected the appeal for this listing just now.' },
    })
    expect(await site.readListing()).toMatchObject({ status: 'removed' })
    expect(await db.get(sql`SELECT note FROM moderation_notes`)).toEqual({ note: 'No.' })
  })

  it('reverse the decision', async () => {
    const site = await openAppealSite()
    await site.appeal()
    const { body } = await site.eve.post(site.url, reversed)
    expect(await site.readAppeal()).toEqual({ decision: 'reversed', decision_id: body.id })
    expect(await site.readListing()).toMatchObject({ status: 'available', takedown_id: null })
    expect((await site.mia.post(site.url, rejected)).body).toMatchObject({ code: 'conflict' })
  })

  it('can be rejected while a later decision holds the listing removed', async () => {
    const { sam, mia, db, clock, listingUrl } = await openModerationSite(engine)
    const { id } = (await sam.post(listingUrl, decision('ask_to_edit'))).body
    await db.run(sql`UPDATE appeals SET text = 'Why?', created_at = ${clock.now}`)
    await sam.post(listingUrl, decision('remove', { seen: id }))
    const url = apiPaths.appealDecision(id)
    expect(await mia.post(url, reversed)).toMatchObject({
      status: 409,
      body: { error: 'This listing is removed. Undo that first.' },
    })
    expect((await mia.post(url, rejected)).status).toBe(200)
  })

  it('are answered by an undo, and by who decided where nobody else is', async () => {
    const site = await openAppealSite()
    await site.appeal()
    await site.sam.post(apiPaths.undoDecision(site.logId), { ...undoing, seen: site.logId })
    expect(await site.readAppeal()).toMatchObject({ decision: 'reversed' })
    const alone = await openAppealSite()
    await alone.appeal()
    await alone.db.run(sql`UPDATE users SET role = 'student' WHERE id <> ${alone.sam.id}`)
    expect((await alone.sam.post(alone.url, reversed)).status).toBe(200)
  })

  it('are not rejected once the decision is undone', async () => {
    const { sam, mia, url, logId, appeal } = await openAppealSite()
    await sam.post(apiPaths.undoDecision(logId), { ...undoing, seen: logId })
    await appeal()
    expect(await mia.post(url, rejected)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('Sam Lee undid') },
    })
  })
})
