import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ReportReason } from '#contract/report-reasons.ts'
import { listingHooks } from '#server/wiring.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { insertTestReport } from '#tests/support/moderation-rows.ts'
import { openReportSite, type ReportSite } from '#tests/support/report-site.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { deleteAccount } from '../../account/account-deletion.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { updateListing } from '../../listings/posting/update-listing.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { readVersions } from '../../versions/category-versions.ts'
import { writeLog } from '../moderation-log.ts'
import { reopenReports } from './report-decision-queries.ts'
import { countDecided } from './report-queries.ts'
import { showAgain, showEdited } from './show-again.ts'

const parsePhotoAddress = (externalUrl: string) => ({ externalUrl })

const addStudents = ({ addStudent }: ReportSite, names: string, ageDays?: number) =>
  Promise.all(names.split(' ').map((name) => addStudent(at(name), { ageDays })))

async function reportAll(site: ReportSite, names: string, reason?: ReportReason) {
  for (const student of await addStudents(site, names)) await site.report(student, reason)
}

describe.each(engines)('reports of a listing on %s', (engine) => {
  it('hide it when they weigh enough, and tell its owner', async () => {
    const site = await openReportSite(engine)
    await reportAll(site, 'a b', 'scam')
    expect(await site.readStatus()).toBe('available')
    await reportAll(site, 'c', 'scam')
    expect(await site.readStatus()).toBe('hidden')
    expect(await site.readLog()).toEqual(['hide scam'])
    expect(await site.countMails()).toEqual({ 'moderation-hide': 1 })
  })

  it('of students who are suspended or banned meanwhile hide nothing', async () => {
    const site = await openReportSite(engine)
    await reportAll(site, 'a b')
    const until = site.clock.now + dayMs
    const { db } = site
    await db.run(sql`UPDATE users SET suspended_until = ${until} WHERE email LIKE 'a@%'`)
    await db.run(sql`UPDATE users SET banned_at = ${site.clock.now} WHERE email LIKE 'b@%'`)
    await reportAll(site, 'c')
    expect(await site.readStatus()).toBe('available')
    site.clock.now = until
    await reportAll(site, 'd')
    expect(await site.readStatus()).toBe('hidden')
  })

  it('at once hide it once, and none is lost', async () => {
    const site = await openReportSite(engine)
    const students = await addStudents(site, 'a b c d e f g h')
    const results = await Promise.all(students.map((student) => site.report(student)))
    expect(results.toSorted()).toEqual([...Array(5).fill('gone'), ...Array(3).fill('reported')])
    expect(await site.readLog()).toEqual(['hide not_allowed'])
  })

  it('of one student are one, however often and fast they press', async () => {
    const site = await openReportSite(engine)
    const student = await site.addStudent(at('a'))
    const results = await Promise.all([1, 2, 3, 4].map(() => site.report(student)))
    expect(results.toSorted()).toEqual(['replaced', 'replaced', 'replaced', 'reported'])
    expect(await site.readStates()).toEqual(['open'])
  })

  it('are replaced with the weight that the student has by now, and the time of the first', async () => {
    const site = await openReportSite(engine)
    const student = await site.addStudent(at('a'), { ageDays: 1 })
    await site.report(student, 'other')
    const read = () =>
      site.db.get(sql`SELECT reason, half_weight, is_established, created_at FROM reports`)
    const created_at = site.clock.now
    expect(await read()).toEqual({ reason: 'other', half_weight: 1, is_established: 0, created_at })
    site.clock.now += 8 * dayMs
    await site.report(student, 'scam')
    expect(await read()).toEqual({ reason: 'scam', half_weight: 2, is_established: 1, created_at })
  })

  it('count more after three that moderators upheld, and less after one that they rejected', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    const right = await site.addStudent(at('right'))
    const wrong = await site.addStudent(at('wrong'))
    await site.report(wrong)
    await site.decide(moderator, 'keep')
    for (let time = 0; time < 3; time++) {
      await site.report(right, 'scam')
      await site.decide(moderator, 'ask_to_edit')
    }
    await site.report(wrong, 'scam')
    await site.report(right, 'scam')
    expect(
      await site.db.all(sql`
        SELECT reporter_id, half_weight FROM reports WHERE state = 'open' ORDER BY id`),
    ).toEqual([
      { reporter_id: wrong.id, half_weight: 1 },
      { reporter_id: right.id, half_weight: 3 },
    ])
  })

  it('count no more after three that the reporter has upheld as a moderator', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    for (let time = 0; time < 4; time++) {
      await site.report(moderator, 'scam')
      await site.decide(moderator, 'ask_to_edit')
    }
    expect(await site.db.get(sql`SELECT max(half_weight) AS max FROM reports`)).toEqual({ max: 2 })
  })

  it('are closed with the account, and stay in the records of their reporters without their text', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    const right = await site.addStudent(at('right'))
    for (let time = 0; time < 3; time++) {
      await site.report(right, 'scam')
      await site.decide(moderator, 'ask_to_edit')
    }
    const { id: decisionId } = await site.decide(moderator, 'remove')
    const between = { reporterId: right.id, studentId: site.seller.id, note: 'He is rude.' }
    await insertTestReport(site.db, { ...between, state: 'upheld', decisionId, createdAt: 1 })
    await insertTestReport(site.db, { ...between, reason: 'other', createdAt: 1 })
    const byLeaver = { reporterId: site.seller.id, studentId: right.id, createdAt: 1 }
    await insertTestReport(site.db, byLeaver)
    await site.db.run(sql`DELETE FROM jobs`)
    await site.db.transaction((tx) => deleteAccount(tx, site.seller.id, site.context()))
    expect(await site.readStates()).toEqual([...Array(4).fill('upheld'), 'closed', 'open'])
    expect(await site.countMails()).toEqual({ 'report-closed': 1 })
    expect(await site.db.all(sql`SELECT DISTINCT note FROM reports`)).toEqual([{ note: '' }])
    // The undo closes the report, because there is nothing left to decide on.
    await site.db.transaction((tx) => reopenReports(tx, decisionId))
    const closed = Array(2).fill('closed')
    expect(await site.readStates()).toEqual([...Array(3).fill('upheld'), ...closed, 'open'])
    const hash = await readMailboxHash(site.db)
    const counted = await countDecided(site.db, hash(right.email))
    expect(counted).toEqual({ upheld: 3, rejected: 0 })
  })

  it('do not hide it for what a moderator has kept it for, until that is undone', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    await reportAll(site, 'a b c', 'duplicate')
    const { id: decisionId } = await site.decide(moderator, 'keep')
    expect(await site.readStatus()).toBe('available')
    await reportAll(site, 'd e f', 'duplicate')
    expect(await site.readStatus()).toBe('available')
    await site.db.transaction((tx) => reopenReports(tx, decisionId))
    // The reopened reports are spent. The three newer ones count.
    await reportAll(site, 'g', 'duplicate')
    expect(await site.readStatus()).toBe('hidden')
  })

  it('hide it for what a moderator has kept it for, once it was edited', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    const edit = (title: string) => {
      site.clock.now += 1
      const context = { parsePhotoAddress, hooks: listingHooks, now: site.clock.now }
      const input = { ...listingInputs.misc, title }
      return site.db.transaction((tx) =>
        updateListing(tx, { category: 'misc', id: site.id }, input, context),
      )
    }
    await edit('Lamp')
    await reportAll(site, 'a b c', 'duplicate')
    await site.decide(moderator, 'keep')
    await edit('Lamp')
    await reportAll(site, 'd e f', 'duplicate')
    expect(await site.readStatus()).toBe('available')
    await edit('Cheap phones')
    await reportAll(site, 'g', 'duplicate')
    expect(await site.readStatus()).toBe('hidden')
  })

  it('stay when their reporters leave, without their texts, and count for the mailbox', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    const leave = async (id: number) =>
      site.db.transaction((tx) => deleteAccount(tx, id, site.context()))
    const [a, b, c] = await addStudents(site, 'a b c')
    if (!a || !b || !c) throw new Error('There are no students.')
    await site.report(a, 'duplicate')
    await site.db.run(sql`UPDATE reports SET note = 'He is rude.'`)
    await leave(a.id)
    expect(await site.db.get(sql`SELECT reporter_id, note, state FROM reports`)).toEqual({
      ...{ reporter_id: null, note: '' },
      state: 'open',
    })
    // These two reports count as one student, who left and came back.
    await reportAll(site, 'a', 'duplicate')
    await site.report(b, 'duplicate')
    expect(await site.readStatus()).toBe('available')
    await site.report(c, 'duplicate')
    expect(await site.readStatus()).toBe('hidden')
    await site.db.run(sql`DELETE FROM jobs`)
    await leave(b.id)
    await site.decide(moderator, 'keep')
    expect(await site.countMails()).toEqual({ 'moderation-keep': 1, 'report-rejected': 2 })
    await leave(c.id)
    await reportAll(site, 'd e f', 'duplicate')
    expect(await site.readStatus()).toBe('available')
    await reportAll(site, 'b c', 'scam')
    expect(
      await site.db.all(sql`
        SELECT half_weight, is_spent FROM reports WHERE reason = 'scam' ORDER BY id`),
    ).toEqual(Array(2).fill({ half_weight: 1, is_spent: 1 }))
  })

  it('of who was suspended before leaving do not count', async () => {
    const site = await openReportSite(engine)
    const [a] = await addStudents(site, 'a')
    if (!a) throw new Error('There is no student.')
    await site.report(a)
    await suspendTestStudent(site.db, { studentId: a.id, now: site.clock.now })
    await site.db.transaction((tx) => deleteAccount(tx, a.id, site.context()))
    await reportAll(site, 'b c')
    expect(await site.readStatus()).toBe('available')
  })

  it('empty the caches when they hide it, not before', async () => {
    const site = await openReportSite(engine)
    const before = await readVersions(site.db)
    await reportAll(site, 'a b')
    expect(await readVersions(site.db)).toEqual(before)
    await reportAll(site, 'c')
    expect((await readVersions(site.db)).misc).toBeGreaterThan(before.misc)
  })

  it('do not hide it for another reason, if a moderator has rejected those of the same students', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    const students = await addStudents(site, 'a b c d e f g h')
    for (const student of students.slice(0, 2)) await site.report(student, 'duplicate')
    // Students who were mostly wrong weigh less, but there are still enough of them.
    for (const student of students.slice(2)) await site.report(student, 'gone')
    await site.decide(moderator, 'keep')
    for (const student of students) expect(await site.report(student, 'scam')).toBe('reported')
    expect(await site.readStatus()).toBe('available')
  })

  it('are open again after an undo, unless the student has a newer one', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    await reportAll(site, 'a', 'scam')
    const student = await site.addStudent(at('b'))
    await site.report(student, 'scam')
    const { id: decisionId } = await site.decide(moderator, 'keep')
    await site.report(student, 'other')
    expect(await site.readStates()).toEqual(['rejected', 'rejected', 'open'])
    await site.db.transaction((tx) => reopenReports(tx, decisionId))
    expect(await site.readStates()).toEqual(['open', 'closed', 'open'])
    expect(await site.db.all(sql`SELECT is_spent, decision_id FROM reports ORDER BY id`)).toEqual([
      { is_spent: 1, decision_id: null },
      { is_spent: 1, decision_id: null },
      { is_spent: 1, decision_id: null },
    ])
  })
})

describe.each(engines)('a hidden listing on %s', (engine) => {
  it('is shown again after 72 hours, and its reports do not hide it any more', async () => {
    const site = await openReportSite(engine)
    await site.addStudent(at('m'), { role: 'moderator' })
    const students = await addStudents(site, 'a b c')
    for (const student of students) await site.report(student)
    site.clock.now += 72 * hourMs - 1
    await site.runShow()
    expect(await site.readStatus()).toBe('hidden')
    site.clock.now += 1
    await site.runShow()
    expect(await site.readStatus()).toBe('available')
    expect(await site.readLog()).toEqual(['hide not_allowed', 'show'])
    expect(await site.countMails()).toEqual({ 'moderation-hide': 1, 'moderation-show': 1 })
    expect(await site.readStates()).toEqual(['open', 'open', 'open'])
    for (const student of students) expect(await site.report(student, 'scam')).toBe('replaced')
    // Reports from their other addresses do not count either.
    await reportAll(site, 'a+1 b+1 c+1 d e')
    expect(await site.readStatus()).toBe('available')
    await reportAll(site, 'f')
    expect(await site.readStatus()).toBe('hidden')
  })

  it.each(['scam', 'private_information'] as const)(
    'for %s waits for a moderator, if there is one other than its seller',
    async (reason) => {
      const site = await openReportSite(engine)
      const moderator = await site.addStudent(at('m'), { role: 'moderator' })
      await reportAll(site, 'a b', 'duplicate')
      await reportAll(site, 'c', reason)
      site.clock.now += 90 * dayMs
      await site.runShow()
      expect(await site.readStatus()).toBe('hidden')
      // The job does not run again and again for a listing that waits for a moderator.
      const nextRunAt = () => showAgain({ appUrl: '' }).nextRunAt?.(site.clock.now, site.db)
      expect(await nextRunAt()).toBe(site.clock.now + hourMs)
      await site.db.run(sql`
        UPDATE users SET suspended_until = ${site.clock.now + dayMs} WHERE id = ${moderator.id}`)
      await site.db.run(sql`UPDATE users SET role = 'admin' WHERE id = ${site.seller.id}`)
      expect(await nextRunAt()).toBeLessThan(site.clock.now)
      await site.runShow()
      expect(await site.readStatus()).toBe('available')
    },
  )

  it('for a scam still waits for a moderator after a decision that was undone', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    await reportAll(site, 'a b c', 'scam')
    const { id: undoesId } = await site.decide(moderator, 'ask_to_edit')
    site.clock.now += 90 * dayMs
    await site.db.transaction(async (tx) => {
      const undo = { action: 'undo', actorId: moderator.id, studentId: site.seller.id } as const
      await writeLog(tx, { ...undo, listing: site.listing, undoesId }, site.clock.now)
      await reopenReports(tx, undoesId)
    })
    await site.runShow()
    expect(await site.readStatus()).toBe('hidden')
  })

  it('for something else is shown again, although reports of a scam from before wait', async () => {
    const site = await openReportSite(engine)
    await reportAll(site, 'a b c', 'scam')
    site.clock.now += 72 * hourMs
    await site.runShow()
    await site.addStudent(at('m'), { role: 'moderator' })
    site.clock.now += hourMs
    await reportAll(site, 'd e f', 'duplicate')
    expect(await site.readStatus()).toBe('hidden')
    site.clock.now += 72 * hourMs
    await site.runShow()
    expect(await site.readStatus()).toBe('available')
  })

  it('waits for the edit that a moderator asks for, and is shown with it', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    await reportAll(site, 'a b c')
    const edit = () => site.db.transaction((tx) => showEdited(tx, site.listing, site.clock.now))
    await edit()
    expect(await site.readStatus()).toBe('hidden')
    await site.decide(moderator, 'ask_to_edit')
    site.clock.now += 100 * hourMs
    await site.runShow()
    expect(await site.readStatus()).toBe('hidden')
    await edit()
    expect(await site.readStatus()).toBe('available')
    expect(await site.readLog()).toEqual(['hide not_allowed', 'ask_to_edit scam', 'show'])
  })

  it('goes back to what it was, and is not touched once a moderator has removed it', async () => {
    const site = await openReportSite(engine)
    const moderator = await site.addStudent(at('m'), { role: 'moderator' })
    await site.db.run(sql`UPDATE listings SET status = 'pending'`)
    await reportAll(site, 'a b c')
    site.clock.now += 73 * hourMs
    await site.runShow()
    expect(await site.readStatus()).toBe('pending')
    await reportAll(site, 'd e f')
    await site.decide(moderator, 'remove')
    site.clock.now += 73 * hourMs
    await site.runShow()
    expect(await site.readStatus()).toBe('removed')
  })
})
