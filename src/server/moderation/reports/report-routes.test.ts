import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { maxReportsPerDay } from '#contract/report-reasons.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { openLifecycleSite } from '#tests/support/lifecycle-site.ts'
import { dayMs } from '../../durations.ts'
import { generateRenewToken, saveRenewLink } from '../../listings/lifecycle/renew-links.ts'
import { writeLog } from '../moderation-log.ts'
import { takeDown } from '../take-down.ts'

const scam = { reason: 'scam', note: 'Wants a deposit first.' }
const forbidden = { status: 403, body: { code: 'forbidden' } }

async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await openLifecycleSite(engine, settings)
  const ids = await site.db.all<{ id: number }>(sql`SELECT id FROM users ORDER BY id`)
  const [adaId = 0, bobId = 0] = ids.map(({ id }) => id)
  const readReports = () =>
    site.db.all(sql`SELECT reason, note, state, listing_id, student_id FROM reports ORDER BY id`)
  return { ...site, adaId, bobId, readReports }
}

describe.each(anyEngine)('a report on %s', (engine) => {
  it('of a listing is taken from another student, and a new one replaces it', async () => {
    const { bob, post, adaId, readReports } = await openSite(engine)
    const { id, url } = await post()
    expect(await bob.post(`${url}/report`, scam)).toMatchObject({
      status: 201,
      body: { message: "Thank you. A moderator will look at it. We'll email you the outcome." },
    })
    expect(await bob.post(`${url}/report`, { reason: 'gone' })).toMatchObject({
      status: 201,
      body: {
        message:
          "Thank you. This replaces your earlier report. After 3 such reports, we ask the seller. We'll email you the outcome.",
      },
    })
    expect(await readReports()).toEqual([
      { reason: 'gone', note: '', state: 'open', listing_id: id, student_id: adaId },
    ])
  })

  it('of a student is one beside those of their listings', async () => {
    const { bob, post, adaId, readReports } = await openSite(engine)
    const { id, url } = await post()
    await bob.post(`${url}/report`, scam)
    const report = (input: object) => bob.post(`/api/users/${adaId}/report`, input)
    const presses = [1, 2, 3, 4].map(() => report({ reason: 'harassment' }))
    for (const { status } of await Promise.all(presses)) expect(status).toBe(201)
    expect(await report({ reason: 'hateful' })).toMatchObject({ status: 201 })
    expect(await readReports()).toMatchObject([
      { reason: 'scam', listing_id: id },
      { reason: 'hateful', listing_id: null, student_id: adaId },
    ])
  })

  it('is refused in the order of all calls', async () => {
    const { ada, bob, visitor, post, wait, adaId } = await openSite(engine)
    const { url } = await post()
    const nonsense = { reason: 'nonsense' }
    for (const target of [url, '/api/misc/999', `/api/users/${adaId}`]) {
      expect((await visitor.post(`${target}/report`, nonsense)).status).toBe(401)
    }
    expect((await bob.post('/api/misc/999/report', nonsense)).body.error).toBe('Item not found.')
    expect((await bob.post('/api/users/999/report', nonsense)).status).toBe(404)
    expect(await ada.post(`${url}/report`, nonsense)).toMatchObject({
      ...forbidden,
      body: { error: "You can't report your own listing." },
    })
    expect(await ada.post(`/api/users/${adaId}/report`, nonsense)).toMatchObject({
      ...forbidden,
      body: { error: "You can't report yourself." },
    })
    await wait(40 * dayMs)
    expect((await bob.post(`${url}/report`, nonsense)).status).toBe(410)
  })

  it('of what another account of the same mailbox has is refused', async () => {
    const { bob, db, post, adaId, bobId } = await openSite(engine)
    const { url } = await post()
    await db.run(sql`UPDATE users SET email = ${at('ada+friend')} WHERE id = ${bobId}`)
    for (const target of [url, `/api/users/${adaId}`]) {
      expect(await bob.post(`${target}/report`, scam)).toMatchObject(forbidden)
    }
  })

  it('that says too little, too much or nothing that is known is refused', async () => {
    const { bob, post, adaId, readReports } = await openSite(engine)
    const { url } = await post()
    const wrong: [object, string][] = [
      [{}, 'reason'],
      [{ reason: 'nonsense' }, 'reason'],
      [{ reason: 'other', note: 'too short' }, 'note'],
      [{ reason: 'scam', note: 'x'.repeat(1001) }, 'note'],
      [{ reason: 'scam', note: 'a\u0000b' }, 'note'],
    ]
    for (const [input, field] of wrong) {
      for (const target of [url, `/api/users/${adaId}`]) {
        expect(await bob.post(`${target}/report`, input)).toMatchObject({
          status: 400,
          body: { fields: { [field]: expect.any(String) } },
        })
      }
    }
    // Only a listing can be reported for this reason.
    expect(await bob.post(`/api/users/${adaId}/report`, { reason: 'gone' })).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Choose a reason' } },
    })
    expect(await readReports()).toEqual([])
  })

  it('needs a confirmed address, and of who has none to others, there is nobody', async () => {
    const { ada, bob, db, post, adaId, bobId } = await openSite(engine, { VERIFY_EMAIL: 'on' })
    const { url } = await post()
    await db.run(sql`UPDATE users SET confirmed_at = NULL, must_confirm = 1 WHERE id = ${bobId}`)
    for (const target of [url, '/api/misc/999', `/api/users/${adaId}`]) {
      expect(await bob.post(`${target}/report`, scam)).toMatchObject({
        status: 403,
        body: { code: 'unconfirmed' },
      })
    }
    expect((await ada.post(`/api/users/${bobId}/report`, scam)).status).toBe(404)
  })

  it(`is one of ${maxReportsPerDay} a day; replacing is free, for a while`, async () => {
    const { bob, db, post, clock, adaId } = await openSite(engine)
    const urls: string[] = []
    for (let count = 0; count < maxReportsPerDay; count++) urls.push((await post()).url)
    const report = (url: string) => bob.post(`${url}/report`, scam)
    for (const url of urls.slice(1)) expect((await report(url)).status).toBe(201)
    expect((await report('/api/misc/999')).status).toBe(404)
    expect((await report(`/api/users/${adaId}`)).status).toBe(201)
    expect(await report(urls[0] ?? '')).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(dayMs / 1000) },
      body: { error: 'You can report 10 things a day. Report the rest tomorrow.' },
    })
    expect((await report(urls[1] ?? '')).status).toBe(201)
    await db.run(sql`UPDATE rate_limits SET count = 49 WHERE bucket LIKE 'changed reports:%'`)
    expect((await report(urls[1] ?? '')).status).toBe(201)
    expect((await report(urls[1] ?? '')).status).toBe(429)
    clock.now += dayMs
    expect((await report(urls[0] ?? '')).status).toBe(201)
  })
})

describe.each(anyEngine)('what an owner does with a reported listing on %s', (engine) => {
  it('answers whether it is gone', async () => {
    const { app, ada, bob, db, post, clock } = await openSite(engine)
    /**
     * Posts a listing whose owner is asked whether it is gone. `readAnswer` returns the state of the report and the
     * question.
     */
    async function askAboutListing() {
      const listing = await post()
      await bob.post(`${listing.url}/report`, { reason: 'gone' })
      await db.run(sql`
        INSERT INTO listing_marks (listing_id, gone_asked_at) VALUES (${listing.id}, ${clock.now})`)
      const readAnswer = () =>
        db.get(sql`
          SELECT state, gone_asked_at AS asked, gone_answered_at AS answered
          FROM reports LEFT JOIN listing_marks USING (listing_id)
          WHERE listing_id = ${listing.id}`)
      return { ...listing, readAnswer }
    }
    const stillThere = { state: 'closed', asked: null, answered: clock.now }
    const byEdit = await askAboutListing()
    expect((await byEdit.edit({ title: '' })).status).toBe(400)
    expect(await byEdit.readAnswer()).toEqual({ state: 'open', asked: clock.now, answered: null })
    await byEdit.edit({ title: 'Brighter lamp' })
    expect(await byEdit.readAnswer()).toEqual(stillThere)

    const byStatus = await askAboutListing()
    await byStatus.move('pending')
    expect(await byStatus.readAnswer()).toEqual(stillThere)

    const byRenewal = await askAboutListing()
    await byRenewal.renew()
    expect(await byRenewal.readAnswer()).toEqual(stillThere)

    const bySale = await askAboutListing()
    await bySale.move('sold')
    expect(await bySale.readAnswer()).toEqual({ ...stillThere, state: 'upheld' })

    const byDeletion = await askAboutListing()
    await ada.delete(byDeletion.url)
    expect(await byDeletion.readAnswer()).toEqual({ ...stillThere, answered: null })

    const byLink = await askAboutListing()
    const token = generateRenewToken()
    await saveRenewLink(db, token, { id: byLink.id, endsAt: String(byLink.body.ends_at) })
    clock.now += dayMs
    await app.inject({
      method: 'POST',
      url: '/renew',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${token}`,
    })
    expect(await byLink.readAnswer()).toEqual({ ...stillThere, answered: clock.now })
  })

  it('says in their own list why it is hidden or removed, or what to edit until that is done', async () => {
    const { ada, bob, db, post, clock, adaId, bobId } = await openSite(engine)
    const [hidden, removed, edited, listed, shown] = [
      await post(),
      await post(),
      await post(),
      await post(),
      await post(),
    ]
    const takeDownWith = (id: number, status: 'hidden' | 'removed', entry: object) =>
      db.transaction(async (tx) => {
        const listing = { category: 'misc' as const, id }
        const base = { action: 'hide' as const, actorId: null, studentId: adaId, listing }
        const logId = await writeLog(tx, { ...base, ...entry }, clock.now)
        await takeDown(tx, listing, { status, logId, now: clock.now })
        return logId
      })
    await takeDownWith(hidden.id, 'hidden', { reason: 'duplicate' })
    const decision = { actorId: bobId, reason: 'scam', note: 'Not yours.' }
    const removal = await takeDownWith(removed.id, 'removed', { action: 'remove', ...decision })
    await db.run(sql`
      INSERT INTO appeals (log_id, student_id, token_hash, expires_at)
      VALUES (${removal}, ${adaId}, 'hash', ${clock.now + dayMs})`)
    await takeDownWith(edited.id, 'hidden', { reason: 'duplicate' })
    const write = (action: 'ask_to_edit' | 'keep', { id }: { id: number }) => {
      const entry = { action, studentId: adaId, listing: { category: 'misc' as const, id } }
      const words = { reason: 'not_allowed' as const, note: 'Price?' }
      return writeLog(db, { ...entry, ...words, actorId: bobId }, clock.now)
    }
    await write('ask_to_edit', edited)
    await write('ask_to_edit', listed)
    const readModeration = async () => {
      const { body } = await ada.get(`/api/users/${adaId}/misc`)
      const listings = body as unknown as { id: number; moderation: unknown }[]
      return Object.fromEntries(listings.map(({ id, moderation }) => [id, moderation]))
    }
    const appeal_until = new Date(clock.now + dayMs).toISOString()
    const noAppeal = { appeal_until: null, appealed_at: null }
    const wish = { action: 'ask_to_edit', reason: 'not_allowed', note: 'Price?', ...noAppeal }
    const why = { action: 'remove', reason: 'scam', note: 'Not yours.', ...noAppeal }
    const moderation = {
      [hidden.id]: { action: 'hide', reason: 'duplicate', note: null, ...noAppeal },
      [removed.id]: { ...why, appeal_until },
      [edited.id]: wish,
      [listed.id]: wish,
      [shown.id]: null,
    }
    expect(await readModeration()).toEqual(moderation)
    clock.now += 1
    expect((await hidden.edit({ title: 'Lamp' })).body).toMatchObject({ status: 'hidden' })
    expect((await edited.edit({})).body).toMatchObject({ status: 'hidden' })
    expect((await edited.edit({ title: 'Lamp, $5' })).body).toMatchObject({ status: 'available' })
    expect((await bob.get(edited.url)).status).toBe(200)
    await listed.edit({ title: 'Lamp, $6' })
    const done = { [edited.id]: null, [listed.id]: null }
    expect(await readModeration()).toEqual({ ...moderation, ...done })
    await write('ask_to_edit', listed)
    expect((await readModeration())[listed.id]).toEqual(wish)
    await write('keep', listed)
    expect((await readModeration())[listed.id]).toBeNull()
    clock.now += dayMs
    expect((await readModeration())[removed.id]).toEqual(why)
    await db.run(sql`UPDATE appeals SET text = 'No.', created_at = ${clock.now}`)
    const appealed_at = new Date(clock.now).toISOString()
    expect((await readModeration())[removed.id]).toEqual({ ...why, appealed_at })
    await db.run(sql`UPDATE appeals SET decision = 'rejected'`)
    expect((await readModeration())[removed.id]).toEqual(why)
  })
})
