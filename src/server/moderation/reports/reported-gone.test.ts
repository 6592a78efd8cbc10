import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { openReportSite } from '#tests/support/report-site.ts'
import { dayMs } from '../../durations.ts'
import { closeReportsOfListing } from './close-reports.ts'
import { answerReportedGone } from './reported-gone.ts'

async function openSite(engine: Engine) {
  const site = await openReportSite(engine)
  const reportGone = async (names: string, ageDays?: number) => {
    for (const name of names.split(' ')) {
      await site.report(await site.addStudent(at(name), { ageDays }), 'gone')
    }
  }
  const answer = () =>
    site.db.transaction((tx) => answerReportedGone(tx, site.listing, site.context()))
  const countQuestions = async () => (await site.countMails())['ask-if-gone'] ?? 0
  return { ...site, reportGone, answer, countQuestions }
}

describe.each(anyEngine)('reports that a listing is gone on %s', (engine) => {
  it('ask the seller once, when three established students say so, and never hide it', async () => {
    const site = await openSite(engine)
    await site.reportGone('a b a+1 b+1')
    await site.reportGone('new newer newest', 7)
    expect(await site.countQuestions()).toBe(0)
    await site.reportGone('c')
    expect(await site.countQuestions()).toBe(1)
    await site.reportGone('d e f g h i j')
    expect(await site.countQuestions()).toBe(1)
    expect(await site.readStatus()).toBe('available')
    expect(await site.readLog()).toEqual([])
  })

  it('expire it after 7 days without an answer, and tell the reporters', async () => {
    const site = await openSite(engine)
    await site.reportGone('a b c')
    site.clock.now += 7 * dayMs - 1
    await site.runExpire()
    expect(await site.readStatus()).toBe('available')
    site.clock.now += 1
    await site.runExpire()
    expect(await site.readStatus()).toBe('expired')
    expect(await site.db.get(sql`SELECT ends_at, status_changed_at FROM listings`)).toEqual({
      ends_at: site.clock.now,
      status_changed_at: site.clock.now,
    })
    expect(await site.readStates()).toEqual(['upheld', 'upheld', 'upheld'])
    expect(await site.countMails()).toMatchObject({ 'report-expired': 3 })
  })

  it('are answered by whatever the seller does, which stops repeats for 14 days', async () => {
    const site = await openSite(engine)
    await site.reportGone('a b c')
    site.clock.now += 6 * dayMs
    await site.answer()
    expect(await site.readStates()).toEqual(['closed', 'closed', 'closed'])
    expect(await site.countMails()).toMatchObject({ 'report-still_there': 3 })
    await site.reportGone('d e f')
    site.clock.now += 14 * dayMs - 1
    await site.reportGone('g')
    await site.runExpire()
    expect(await site.readStatus()).toBe('available')
    expect(await site.countQuestions()).toBe(1)
    site.clock.now += 1
    await site.reportGone('h')
    expect(await site.countQuestions()).toBe(2)
  })

  it('ask nothing about a listing that the same report hides', async () => {
    const site = await openSite(engine)
    await site.reportGone('a b c')
    await site.answer()
    await site.reportGone('d e f')
    await site.report(await site.addStudent(at('x')), 'scam')
    await site.report(await site.addStudent(at('y')), 'scam')
    site.clock.now += 14 * dayMs
    await site.report(await site.addStudent(at('z')), 'scam')
    expect(await site.readStatus()).toBe('hidden')
    expect(await site.countQuestions()).toBe(1)
    expect(await site.db.get(sql`SELECT gone_asked_at FROM listing_marks`)).toEqual({
      gone_asked_at: null,
    })
  })

  it('are not answered before the seller was asked, and leave other reports alone', async () => {
    const site = await openSite(engine)
    await site.report(await site.addStudent(at('x')), 'scam')
    await site.reportGone('a b')
    await site.answer()
    expect(await site.readStates()).toEqual(['open', 'open', 'open'])
    await site.reportGone('c')
    await site.answer()
    expect(await site.readStates()).toEqual(['open', 'closed', 'closed', 'closed'])
  })

  it('were right if the seller marks it as sold, asked or not', async () => {
    const site = await openSite(engine)
    await site.reportGone('a')
    await site.db.run(sql`UPDATE listings SET status = 'sold'`)
    await site.answer()
    expect(await site.readStates()).toEqual(['upheld'])
    expect(await site.countMails()).toEqual({ 'report-sold': 1 })
  })

  it('prove nothing about the reporter: no moderator has looked', async () => {
    const site = await openSite(engine)
    const friend = await site.addStudent(at('a'))
    for (let times = 0; times < 4; times++) {
      const sold = await site.addListing()
      await site.report(friend, 'gone', sold)
      await site.db.run(sql`UPDATE listings SET status = 'sold' WHERE id = ${sold}`)
      const listing = { ...site.listing, id: sold }
      await site.db.transaction((tx) => answerReportedGone(tx, listing, site.context()))
    }
    await site.report(friend, 'scam')
    expect(await site.readStates()).toEqual([...Array(4).fill('upheld'), 'open'])
    expect(await site.db.get(sql`SELECT max(half_weight) AS max FROM reports`)).toEqual({ max: 2 })
  })

  it('and all others that are not severe are closed with the listing', async () => {
    const site = await openSite(engine)
    await site.reportGone('a')
    await site.report(await site.addStudent(at('x')), 'duplicate')
    await site.report(await site.addStudent(at('y')), 'duplicate', await site.addListing())
    await site.db.transaction((tx) => closeReportsOfListing(tx, site.id, site.context()))
    expect(await site.readStates()).toEqual(['closed', 'closed', 'open'])
    expect(await site.countMails()).toEqual({ 'report-closed': 2 })
  })
})
