import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { insertTestSignalAnswer } from '#tests/support/moderation-rows.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { minuteMs } from '../../durations.ts'

const undoing = { reason: 'mistake', note: '', seen: null }
const sentence = 'Asks $1; the middle of 9 similar lamps is $20.'

describe.each(engines)('answers to signals on %s', (engine) => {
  async function open(engine: Engine) {
    const site = await openModerationSite(engine)
    const { db, clock, listing, dataDir } = site
    const id = await insertTestSignalAnswer(db, {
      listingId: listing.id,
      sentence,
      note: 'It is a small one.',
      createdAt: clock.now,
    })
    const readAnswer = () => db.get(sql`SELECT decision, decision_id FROM signal_answers`)
    const readMail = (subject: string) =>
      vi.waitFor(async () => {
        const mail = (await readOutbox(dataDir)).find((each) => each.subject === subject)
        expect(mail).toBeDefined()
        return { to: mail?.to, text: mail?.text.replaceAll(/\s+/g, ' ') }
      }, 15_000)
    const readVersion = async () =>
      (
        await db.get<{ version: number }>(
          sql`SELECT version FROM category_versions WHERE category = ${listing.category}`,
        )
      )?.version ?? 0
    return {
      ...site,
      id,
      url: apiPaths.signalAnswerDecision(id),
      readAnswer,
      readMail,
      readVersion,
    }
  }

  it.each([
    [
      'hidden',
      'hide_signal',
      "The signal is hidden. We've told Ada Lee.",
      `We removed the note on your ${campus.brand} listing`,
      `The note on your ${campus.brand} listing is shown again`,
    ],
    [
      'kept',
      'keep_signal',
      "The signal stays. We've told Ada Lee.",
      `The note on your ${campus.brand} listing stays`,
      `We're looking at the note on your ${campus.brand} listing again`,
    ],
  ] as const)(
    'are decided: %s, logged, mailed and undone',
    async (decision, action, message, subject, undone) => {
      const site = await open(engine)
      const { db, sam, mia, ada, listing, url, clock } = site
      const version = await site.readVersion()
      const decided = await sam.post(url, { decision, note: 'I compared them.' })
      expect([decided.status, decided.body]).toEqual([200, { id: expect.any(Number), message }])
      const { id: logId } = decided.body
      expect(await site.readAnswer()).toEqual({ decision, decision_id: logId })
      expect(await site.readVersion()).toBeGreaterThan(version)
      expect(
        await db.get(sql`
        SELECT action, actor_id, student_id, category, listing_id, reason, note FROM moderation_log
        JOIN moderation_notes ON log_id = moderation_log.id`),
      ).toEqual({
        ...{ action, actor_id: sam.id, student_id: ada.id, category: listing.category },
        ...{ listing_id: listing.id, reason: null, note: 'I compared them.' },
      })
      const mail = await site.readMail(subject)
      expect(mail.to).toBe(at('ada'))
      for (const part of [sentence, '> I compared them.']) expect(mail.text).toContain(part)
      const log = await mia.get(apiPaths.moderationLog())
      expect(log.body).toMatchObject({ entries: [{ action, signal: sentence }] })

      clock.now += 2 * minuteMs
      const again = await mia.post(url, { decision: 'kept' })
      expect(again).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          error: `Sam Lee ${decision === 'hidden' ? 'hid' : 'kept'} a signal on this listing 2 minutes ago.`,
        },
      })
      const undo = await mia.post(apiPaths.undoDecision(logId), { ...undoing, seen: logId })
      expect(undo).toMatchObject({
        status: 200,
        body: {
          message:
            "The decision on “Lamp” is undone. The seller's answer waits for a decision again.",
        },
      })
      expect(await site.readAnswer()).toEqual({ decision: null, decision_id: null })
      const second = await site.readMail(undone)
      expect(second.text).toContain(sentence)
      expect((await mia.post(url, { decision })).status).toBe(200)
    },
  )

  it('end the claim of the case', async () => {
    const { db, mia, url, ada, listing } = await open(engine)
    await db.run(sql`
      INSERT INTO case_claims (student_id, listing_id, moderator_id, claimed_at)
      VALUES (${ada.id}, ${listing.id}, ${mia.id}, 1)`)
    expect((await mia.post(url, { decision: 'kept', note: 'It stays.' })).status).toBe(200)
    expect(await db.all(sql`SELECT * FROM case_claims`)).toEqual([])
  })

  it('are decided by others than the seller, and while they are there', async () => {
    const { db, id, url, mia, sam, eve, ada, bob, listing, readAnswer } = await open(engine)
    expect((await bob.post(url, { decision: 'hidden' })).status).toBe(404)
    expect((await ada.post(url, { decision: 'hidden' })).status).toBe(404)
    expect((await sam.post(url, { decision: 'maybe' })).body).toMatchObject({
      code: 'bad_request',
      fields: { decision: 'Choose a decision' },
    })
    expect((await sam.post(apiPaths.signalAnswerDecision(id + 1), {})).body).toMatchObject({
      error: 'Answer not found.',
    })
    await db.run(sql`UPDATE listings SET seller_id = ${mia.id} WHERE id = ${listing.id}`)
    expect(await mia.post(url, { decision: 'hidden' })).toMatchObject({
      status: 403,
      body: { error: "You can't decide your own case." },
    })
    expect(await readAnswer()).toEqual({ decision: null, decision_id: null })
    expect((await eve.post(url, { decision: 'hidden' })).status).toBe(200)
  })

  it('of a decision on a listing that is deleted since are nothing to undo', async () => {
    const { db, url, sam, readMail } = await open(engine)
    const { body } = await sam.post(url, { decision: 'hidden' })
    await db.run(sql`DELETE FROM listings`)
    const undone = await sam.post(apiPaths.undoDecision(body.id), { ...undoing, seen: body.id })
    expect(undone.status).toBe(200)
    const mail = await readMail(`The note on your ${campus.brand} listing is shown again`)
    expect(mail.text).not.toContain(sentence)
  })
})
