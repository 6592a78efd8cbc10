import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestSignalAnswer } from '#tests/support/moderation-rows.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { runJob } from '#tests/support/run-job.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { waitingCasesMail } from './waiting-mail.ts'

/** This is 08:00 on campus. */
const morning = Date.UTC(2026, 10, 15, 13)

describe.each(anyEngine)('the mail about what waits, on %s', (engine) => {
  async function open() {
    const db = await openTestDatabase(engine)
    const { id: adaId } = await insertTestUser(db)
    const { id: bobId } = await insertTestUser(db, at('bob', 1, 1))
    const clock = { now: morning }
    /** Runs the job now, whatever time it is. */
    const run = () =>
      runJob(
        { ...waitingCasesMail, nextRunAt: (now) => now + hourMs },
        { db, now: () => clock.now },
      )
    const mails = async () => {
      const rows = await db.all<{ payload: string; user_id: number | null }>(
        sql`SELECT payload, user_id FROM jobs WHERE kind = 'mail' ORDER BY id`,
      )
      return rows.map(({ payload, user_id }) => ({ ...JSON.parse(payload), user_id }))
    }
    const report = (state = 'open', createdAt = clock.now - hourMs) =>
      db.run(sql`
        INSERT INTO reports (reporter_id, student_id, reason, note, half_weight, is_established,
          state, created_at)
        VALUES (${bobId}, ${adaId}, 'scam', 'A secret note', 2, 1, ${state}, ${createdAt})`)
    async function appeal(decision: string | null, createdAt: number | null) {
      const entry = await db.get<{ id: number }>(sql`
        INSERT INTO moderation_log (created_at, action, student_id)
        VALUES (0, 'warn', ${adaId}) RETURNING id`)
      const logId = entry?.id ?? 0
      await db.run(sql`
        INSERT INTO appeals (log_id, student_id, token_hash, expires_at, text, created_at, decision)
        VALUES (${logId}, ${adaId}, ${`hash ${logId}`}, 0, 'A secret text', ${createdAt},
          ${decision})`)
    }
    const setBob = (role: string, suspendedUntil: number | null = null) =>
      db.run(sql`
        UPDATE users SET role = ${role}, suspended_until = ${suspendedUntil} WHERE id = ${bobId}`)
    return { db, clock, adaId, run, mails, report, appeal, setBob }
  }

  it('is not sent while nothing waits', async () => {
    const { run, mails, report, appeal } = await open()
    await report('rejected')
    await appeal('rejected', morning)
    // This decision has no appeal.
    await appeal(null, null)
    await run()
    expect(await mails()).toEqual([])
  })

  it('goes to the campus contact every morning while something waits, with numbers only', async () => {
    const { db, clock, adaId, run, mails, report, appeal } = await open()
    await report('open', morning - 2 * dayMs)
    await appeal(null, morning - dayMs)
    await appeal(null, null)
    await db.run(sql`
      UPDATE listings SET status = 'hidden' WHERE id = ${await insertTestListing(db, adaId)}`)
    await run()
    clock.now += hourMs
    await run()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: campus.contactEmail, user_id: null })
    const text = mail.text.replaceAll(/\s+/g, ' ')
    for (const part of [
      '1 report and 1 appeal. The oldest is from 2 days ago.',
      'decides: 1 listing.',
      'the site has no moderator',
      'npm run role -- EMAIL moderator',
    ]) {
      expect(text).toContain(part)
    }
    expect(mail.html + mail.text).not.toMatch(/secret|Ada|Bob|scam/i)
    clock.now += dayMs
    await run()
    expect(await mails()).toHaveLength(2)
    await db.run(sql`UPDATE reports SET state = 'upheld'`)
    await db.run(sql`DELETE FROM appeals`)
    clock.now += dayMs
    await run()
    expect(await mails()).toHaveLength(2)
  })

  it('counts sellers who say that a signal is wrong, while their listings are up', async () => {
    const { db, clock, adaId, run, mails } = await open()
    const listingId = await insertTestListing(db, adaId)
    const note = 'A secret note'
    await insertTestSignalAnswer(db, { listingId, note, createdAt: morning - 2 * dayMs })
    await db.run(sql`UPDATE listings SET status = 'sold'`)
    await run()
    expect(await mails()).toEqual([])
    await db.run(sql`UPDATE listings SET status = 'available'`)
    clock.now += hourMs
    await run()
    const [mail] = await mails()
    expect(mail.subject).toBe(`1 disputed signal is waiting for a moderator of ${campus.brand}`)
    const text = mail.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('decision: 1 disputed signal. The oldest is from 2 days ago.')
    expect(mail.html + mail.text).not.toMatch(/secret|Ada|Asks/)
  })

  it.each([
    ['a moderator', 'moderator', hourMs, null, 0],
    ['an admin', 'admin', hourMs, null, 0],
    ['a moderator who has not looked for three days', 'moderator', 3 * dayMs, null, 1],
    ['a moderator who is suspended', 'moderator', hourMs, morning + 1, 1],
    ['a moderator who was suspended', 'moderator', hourMs, morning, 0],
  ])('with %s, whose role is %s', async (_, role, ageMs, suspendedUntil, count) => {
    const { run, mails, report, setBob } = await open()
    await report('open', morning - ageMs)
    await setBob(role, suspendedUntil)
    await run()
    expect(await mails()).toHaveLength(count)
  })
})

it('is due at 08:00 on campus, also when clocks change', () => {
  changeCampus({ timeZone: 'America/Toronto' })
  const next = (time: string) =>
    new Date(
      Number(waitingCasesMail.nextRunAt?.(Date.parse(time), undefined as never)),
    ).toISOString()
  expect(next('2026-11-15T12:59:59Z')).toBe('2026-11-15T13:00:00.000Z')
  expect(next('2026-11-15T13:00:00Z')).toBe('2026-11-16T13:00:00.000Z')
  expect(next('2026-07-15T13:00:00Z')).toBe('2026-07-16T12:00:00.000Z')
  expect(next('2026-11-01T04:30:00Z')).toBe('2026-11-01T13:00:00.000Z')
  expect(next('2027-03-14T05:30:00Z')).toBe('2027-03-14T12:00:00.000Z')
})
