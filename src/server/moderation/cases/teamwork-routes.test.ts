import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { QueueItem, StudentCase } from '#contract/moderation.ts'
import { apiPaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { dayMs, minuteMs } from '../../durations.ts'
import { moderationData } from '../moderation-data.ts'

stayOnBuiltInCampus()

/** Opens a site with a reported listing. The clock is at 7:00 am in Toronto. */
async function openSite(engine: Engine) {
  const site = await openModerationSite(engine)
  await site.report(site.bob.id)
  await site.db.run(sql`UPDATE listings SET ends_at = ${site.clock.now + 60 * dayMs}`)
  const { category, id } = site.listing
  const claimUrl = apiPaths.listingClaim(category, id)
  type Person = typeof site.sam
  const read = async (person: Person) => {
    const { body } = await person.get(apiPaths.moderatedListing(category, id))
    return body as unknown as StudentCase
  }
  const readQueue = async (person: Person) => {
    const { body } = await person.get(apiPaths.moderationQueue())
    return (body as unknown as { items: QueueItem[] }).items
  }
  const keep = (person: Person, extra: object = {}) =>
    person.post(site.listingUrl, {
      ...{ action: 'keep', reason: 'within_rules', note: '', seen: null },
      ...extra,
    })
  const expire = async () => {
    for (const run of moderationData.expire ?? []) await run(site.db, site.clock.now)
  }
  const count = async (table: 'case_claims' | 'internal_notes') => {
    const query =
      table === 'case_claims'
        ? sql`SELECT COUNT(*) AS rows FROM case_claims`
        : sql`SELECT COUNT(*) AS rows FROM internal_notes`
    return (await site.db.get<{ rows: number }>(query))?.rows
  }
  return {
    ...site,
    ...{ claimUrl, read, readQueue, keep, expire, count },
    notesUrl: apiPaths.listingNotes(category, id),
  }
}

const bySam = { moderator: { name: 'Sam Lee' }, since: '2026-11-15T12:00:00.000Z' }

describe.each(engines)('a claim on %s', (engine) => {
  it('is won by one of two moderators, and the other is told', async () => {
    const { sam, mia, claimUrl, read, readQueue, count } = await openSite(engine)
    expect((await read(sam)).claim).toBeNull()
    const results = await Promise.all([sam.put(claimUrl, {}), mia.put(claimUrl, {})])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { claim } = await read(sam)
    const winner = claim?.moderator.name
    const lost = results.find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({
      code: 'claimed',
      error: `${winner} claimed this at 7:00 am.`,
    })
    expect(await readQueue(mia)).toMatchObject([
      { claim: { moderator: { name: winner }, isOwn: winner === 'Mia Lee' } },
    ])
    expect(await count('case_claims')).toBe(1)
  })

  it('is taken over only from the moderator whom the page named', async () => {
    const { sam, mia, eve, claimUrl, read } = await openSite(engine)
    await sam.put(claimUrl, {})
    const taken = await mia.put(claimUrl, { takesOverFrom: sam.id })
    expect(taken).toMatchObject({ status: 200, body: { claim: { isOwn: true } } })
    // Eve's page is older than Mia's claim.
    const late = await eve.put(claimUrl, { takesOverFrom: sam.id })
    expect(late).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^Mia Lee/) } })
    expect((await read(eve)).claim).toMatchObject({ moderator: { name: 'Mia Lee' } })
  })

  it('ends with a release, after 30 minutes, and with the decision', async () => {
    const site = await openSite(engine)
    const { clock, sam, mia, claimUrl, read, keep, expire, count } = site
    await sam.put(claimUrl, {})
    expect((await read(mia)).claim).toMatchObject({ ...bySam, isOwn: false })
    // Nobody else can release it.
    expect((await mia.delete(claimUrl)).body).toMatchObject({ claim: bySam })
    expect((await sam.delete(claimUrl)).body).toEqual({ claim: null })

    await sam.put(claimUrl, {})
    clock.now += 30 * minuteMs - 1
    expect((await read(mia)).claim).toMatchObject(bySam)
    await expire()
    expect(await count('case_claims')).toBe(1)
    clock.now += 1
    expect((await read(mia)).claim).toBeNull()
    expect((await mia.put(claimUrl, {})).status).toBe(200)
    clock.now += 30 * minuteMs
    await expire()
    expect(await count('case_claims')).toBe(0)

    await sam.put(claimUrl, {})
    expect((await keep(sam)).status).toBe(200)
    expect(await count('case_claims')).toBe(0)
  })

  it('of another moderator makes a decision ask, and does not forbid it', async () => {
    const { sam, mia, claimUrl, keep, readListing, readReports, report, bob, seenOf, ada } =
      await openSite(engine)
    await sam.put(claimUrl, {})
    const asked = await keep(mia)
    expect(asked).toMatchObject({ status: 409, body: { code: 'claimed' } })
    expect(await readReports()).toEqual(['open'])
    expect((await keep(mia, { despiteClaim: true })).status).toBe(200)
    expect((await readListing())?.status).toBe('available')

    await report(bob.id, {})
    await sam.put(apiPaths.studentClaim(ada.id), {})
    const warning = { action: 'warn', reason: 'scam', note: '', seen: await seenOf(ada.id) }
    const url = apiPaths.studentDecisions(ada.id)
    expect((await mia.post(url, warning)).body).toMatchObject({ code: 'claimed' })
    expect((await mia.post(url, { ...warning, despiteClaim: true })).status).toBe(200)
  })
})

describe.each(engines)('an internal note on %s', (engine) => {
  it('is read by all moderators, and deleted by its author alone', async () => {
    const { db, sam, mia, ada, listing, notesUrl, read, count } = await openSite(engine)
    expect(
      (await sam.post(notesUrl, { text: ' The photo is from a shop.\r\nAsk Ada. ' })).status,
    ).toBe(200)
    await mia.post(apiPaths.studentNotes(ada.id), { text: 'She wrote to us.' })
    const { notes } = await read(mia)
    expect(notes).toMatchObject([
      { text: 'She wrote to us.', author: { name: 'Mia Lee' }, listing: null, isOwn: true },
      {
        text: 'The photo is from a shop.\nAsk Ada.',
        author: { name: 'Sam Lee' },
        listing: { id: listing.id },
        isOwn: false,
      },
    ])
    const url = apiPaths.internalNote(notes[1]?.id ?? 0)
    expect((await mia.delete(url)).status).toBe(404)
    expect(await count('internal_notes')).toBe(2)
    // A hold keeps notes, too.
    await db.run(sql`UPDATE users SET held_at = 1 WHERE id = ${ada.id}`)
    expect((await sam.delete(url)).status).toBe(404)
    expect(await count('internal_notes')).toBe(2)
    await db.run(sql`UPDATE users SET held_at = NULL WHERE id = ${ada.id}`)
    expect((await sam.delete(url)).body).toMatchObject({ notes: [{ text: 'She wrote to us.' }] })
    expect(await count('internal_notes')).toBe(1)
  })

  it('is kept 24 months, and no longer than the student, and is not in their export', async () => {
    const { app, db, clock, sam, ada, notesUrl, expire, count } = await openSite(engine)
    await sam.post(notesUrl, { text: 'Bob says that he paid.' })
    const data = await app.inject({ url: '/api/users/me/export', headers: { cookie: ada.cookie } })
    expect(data.payload).not.toContain('Bob says')
    clock.now += 730 * dayMs - 1
    await expire()
    expect(await count('internal_notes')).toBe(1)
    clock.now += 1
    await expire()
    expect(await count('internal_notes')).toBe(0)
    await db.run(sql`
      INSERT INTO internal_notes (student_id, author_id, text, created_at)
      VALUES (${ada.id}, ${sam.id}, 'Bob says', ${clock.now})`)
    await db.run(sql`DELETE FROM listings`)
    await db.run(sql`DELETE FROM users WHERE id = ${ada.id}`)
    expect(await count('internal_notes')).toBe(0)
  })
})

describe.each(anyEngine)('teamwork on %s', (engine) => {
  it('leaves nobody in their own case, and refuses wrong notes', async () => {
    const { db, sam, mia, notesUrl, count } = await openSite(engine)
    for (const [send, url] of [
      [sam.put, apiPaths.studentClaim(sam.id)],
      [sam.post, apiPaths.studentNotes(sam.id)],
    ] as const) {
      expect((await send(url, { text: 'I did nothing.' })).status).toBe(403)
      expect((await send(url.replace(/\d+/, '999'), { text: 'Who?' })).status).toBe(404)
    }
    for (const text of [' ', '\u200b', 'x'.repeat(1001), 'a\0b', 7]) {
      const { status, body } = await mia.post(notesUrl, { text })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['text']])
    }
    expect(await count('internal_notes')).toBe(0)
    expect(await db.get(sql`SELECT 1 AS found FROM case_claims`)).toBeUndefined()
  })
})
