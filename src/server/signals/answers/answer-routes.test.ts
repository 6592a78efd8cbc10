import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { maxAnswersPerDay } from '#contract/signal-rules.ts'
import { engines } from '#tests/support/databases.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { lowPriceId, openSignalSite, scamWords } from '#tests/support/signal-site.ts'
import { readVersions } from '../../versions/category-versions.ts'

const wrong = { signal: lowPriceId, note: ' It was $100 for everyone, I want it gone. ' }
const notShown = { status: 409, body: { code: 'conflict', error: "This isn't shown any more." } }

async function openSite(...options: Parameters<typeof openSignalSite>) {
  const site = await openSignalSite(...options)
  const id = await site.postBook()
  const url = apiPaths.signalAnswers('textbook', id)
  const readAnswers = () =>
    site.db.all(sql`SELECT listing_id, signal, sentence, note, decision FROM signal_answers`)
  return { ...site, id, url, readAnswers }
}

describe.each(engines)('an answer to a signal on %s', (engine) => {
  it('waits for a moderator, with the sentence, and changes no page', async () => {
    const site = await openSite(engine)
    const { ada, db, clock, id, url, readAnswers, readOwnSignals } = site
    const versions = await readVersions(db)
    const [shown] = await readOwnSignals(id)
    expect(shown).toMatchObject({ id: wrong.signal, answer: null })
    expect(await ada.post(url, wrong)).toMatchObject({ status: 204 })
    expect(await readAnswers()).toEqual([
      {
        listing_id: id,
        signal: wrong.signal,
        sentence: shown?.sentence,
        note: wrong.note.trim(),
        decision: null,
      },
    ])
    expect(await readOwnSignals(id)).toMatchObject([{ ...shown, answer: 'waiting' }])
    expect(await readVersions(db)).toEqual(versions)
    expect(await db.get(sql`SELECT created_at FROM signal_answers`)).toEqual({
      created_at: clock.now,
    })
  })

  it('needs no note', async () => {
    const { ada, url, readAnswers } = await openSite(engine)
    expect(await ada.post(url, { signal: wrong.signal })).toMatchObject({ status: 204 })
    expect(await readAnswers()).toMatchObject([{ note: '' }])
  })

  it('that is sent again, also at the same time, leaves the first as it is', async () => {
    const { ada, url, db, readAnswers } = await openSite(engine)
    const presses = await Promise.all([1, 2, 3, 4].map(() => ada.post(url, wrong)))
    expect(presses.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    await db.run(sql`UPDATE signal_answers SET decision = 'kept'`)
    expect(await ada.post(url, { ...wrong, note: 'Again.' })).toMatchObject({ status: 204 })
    expect(await readAnswers()).toMatchObject([{ note: wrong.note.trim(), decision: 'kept' }])
  })

  it('is taken to what is shown now', async () => {
    const { ada, bob, db, id, url, setMedianPrice, readAnswers } = await openSite(engine)
    expect(await ada.post(url, { signal: 'price 2001' })).toMatchObject(notShown)
    expect(await ada.post(url, { signal: '' })).toMatchObject(notShown)
    await ada.post(url, wrong)
    await db.run(sql`UPDATE signal_answers SET decision = 'hidden'`)
    expect(await ada.post(url, wrong)).toMatchObject(notShown)
    await db.run(sql`DELETE FROM signal_answers`)
    await ada.post(apiPaths.status('textbook', id), { status: 'sold' })
    expect(await ada.post(url, wrong)).toMatchObject(notShown)
    await ada.post(apiPaths.status('textbook', id), { status: 'available' })
    await setMedianPrice(20_00)
    expect(await ada.post(url, wrong)).toMatchObject(notShown)
    expect(await readAnswers()).toEqual([])
    expect((await bob.get(apiPaths.listing('textbook', id))).body.signals).toEqual([])
  })

  it('is refused in the order of all calls', async () => {
    const { ada, bob, visitor, db, url, readAnswers } = await openSite(engine)
    const nonsense = { signal: 5 }
    const missing = apiPaths.signalAnswers('textbook', 999)
    expect(await visitor.post(missing, nonsense)).toMatchObject({ status: 401 })
    expect(await bob.post(missing, nonsense)).toMatchObject({ status: 404 })
    expect(await bob.post(url, nonsense)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', error: 'You can only answer for your own listings.' },
    })
    expect(await ada.post(apiPaths.signalAnswers('misc', 1), wrong)).toMatchObject({ status: 404 })
    for (const [body, field] of [
      [nonsense, 'signal'],
      [{}, 'signal'],
      [{ signal: 'x'.repeat(201) }, 'signal'],
      [{ ...wrong, note: 5 }, 'note'],
      [{ ...wrong, note: 'x'.repeat(1001) }, 'note'],
      [{ ...wrong, note: 'a\0b' }, 'note'],
    ] as const) {
      const { status, body: answer } = await ada.post(url, body)
      expect([status, Object.keys(answer.fields)]).toEqual([400, [field]])
    }
    await db.run(sql`UPDATE listings SET status = 'expired'`)
    expect(await bob.post(url, nonsense)).toMatchObject({ status: 410 })
    expect(await ada.post(url, wrong)).toMatchObject(notShown)
    expect(await readAnswers()).toEqual([])
  })

  it('is open to students who are suspended or have to confirm: it publishes nothing', async () => {
    const site = await openSite(engine, { VERIFY_EMAIL: 'on' })
    const { ada, db, clock, adaId, url, readAnswers } = site
    await suspendTestStudent(db, { studentId: adaId, now: clock.now })
    await db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = ${adaId}`)
    expect(await ada.post(url, wrong)).toMatchObject({ status: 204 })
    expect(await readAnswers()).toHaveLength(1)
  })

  it('is one of ten a day, of which those that are refused or sent again do not count', async () => {
    const { ada, db, url, readOwnSignals, postBook, readAnswers } = await openSite(engine)
    await ada.post(url, wrong)
    await ada.post(url, wrong)
    await ada.post(url, { signal: 'price 1' })
    await db.run(sql`
      UPDATE rate_limits SET count = ${maxAnswersPerDay - 1} WHERE count = 1
        AND bucket LIKE 'signal-answers:%'`)
    const id = await postBook({ book_title: 'Algebra', description: scamWords })
    const [first, second] = await readOwnSignals(id)
    const answer = (signal = '') => ada.post(apiPaths.signalAnswers('textbook', id), { signal })
    expect(await answer(first?.id)).toMatchObject({ status: 204 })
    expect(await answer(second?.id)).toMatchObject({
      status: 429,
      body: { error: 'You can answer 10 times a day. Answer the rest tomorrow.' },
    })
    expect(await answer(first?.id)).toMatchObject({ status: 204 })
    expect(await readAnswers()).toHaveLength(2)
  })

  it('is gone with its listing', async () => {
    const { ada, id, url, readAnswers } = await openSite(engine)
    await ada.post(url, wrong)
    expect(await ada.delete(apiPaths.listing('textbook', id))).toMatchObject({ status: 204 })
    expect(await readAnswers()).toEqual([])
  })
})
