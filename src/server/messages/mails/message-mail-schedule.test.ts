import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, formatCampusTime } from '#format/campus-date.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { recordingDb } from '#tests/support/explain.ts'
import type { Query } from '../../database/database.ts'
import { minuteMs } from '../../durations.ts'
import { findStudentsToMail, mailDueAt, mailDueAtFrom } from './message-mail-schedule.ts'

const at = (time: string) => Date.parse(time)
const dueAt = (setting: 'soon' | 'daily', time: string) =>
  formatCampusTime(mailDueAt(setting, at(time)) ?? Number.NaN)

describe('a mail about an unread message is due', () => {
  beforeEach(() => changeCampus({ timeZone: 'America/Toronto' }))

  it.each([
    ['after 5 minutes', '2026-11-16T17:00:00Z', '2026-11-16 12:05'],
    ['before the quiet hours', '2026-11-17T02:54:00Z', '2026-11-16 21:59'],
    ['not as they begin', '2026-11-17T02:55:00Z', '2026-11-17 08:00'],
    ['not in them', '2026-11-17T09:00:00Z', '2026-11-17 08:00'],
    ['as they end', '2026-11-17T12:55:00Z', '2026-11-17 08:00'],
    ['after them', '2026-11-17T12:56:00Z', '2026-11-17 08:01'],
    ['after the night in which clocks go forward', '2027-03-14T04:00:00Z', '2027-03-14 08:00'],
    ['after the night in which clocks go back', '2026-11-01T04:00:00Z', '2026-11-01 08:00'],
  ])('soon: %s', (_, time, due) => {
    expect(dueAt('soon', time)).toBe(due)
  })

  it.each([
    ['on the next morning', '2026-11-16T17:00:00Z', '2026-11-17 08:00'],
    ['on the same morning', '2026-11-17T12:55:00Z', '2026-11-17 08:00'],
    ['not before 5 minutes', '2026-11-17T12:55:00.001Z', '2026-11-18 08:00'],
    ['on the morning after clocks go forward', '2027-03-13T18:00:00Z', '2027-03-14 08:00'],
  ])('daily: %s', (_, time, due) => {
    expect(dueAt('daily', time)).toBe(due)
  })

  it('never, if the student wants none', () => {
    expect(mailDueAt('off', at('2026-11-16T17:00:00Z'))).toBeNull()
  })

  it('from now on, in what is left after reading', () => {
    const noon = at('2026-11-16T17:00:00Z')
    expect(mailDueAtFrom(noon, 'soon', noon - 1)).toBe(noon - 1 + 5 * minuteMs)
    expect(mailDueAtFrom(noon, 'soon', noon - dayMs)).toBe(noon)
    expect(mailDueAtFrom(noon, 'daily', noon - dayMs)).toBe(at('2026-11-17T13:00:00Z'))
  })

  it('outside the quiet hours, between 5 minutes and a day later, at any time of 20 years', () => {
    const years = { min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') }
    fc.assert(
      fc.property(fc.integer(years), fc.constantFrom('soon', 'daily'), (time, setting) => {
        const due = mailDueAt(setting, time) ?? Number.NaN
        const clock = formatCampusTime(due).slice(11)
        expect(clock >= '08:00' && clock < '22:00', clock).toBe(true)
        if (setting === 'daily') expect(clock).toBe('08:00')
        expect(due).toBeGreaterThanOrEqual(time + 5 * minuteMs)
        // A day on campus has up to 25 hours.
        expect(due).toBeLessThan(time + 5 * minuteMs + (dayMs / 24) * 25)
        const isDelayed = due > time + 5 * minuteMs
        if (setting === 'soon' && isDelayed) expect(clock).toBe('08:00')
      }),
      { numRuns: 2000 },
    )
  })
})

it.each(engines)('students with mail that is due are read in slices on %s', async (engine) => {
  const db = await openTestDatabase(engine)
  const numbers = sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)`
  await db.run(sql`${numbers}
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    SELECT 'Ada', 'Lee', 's' || n || '@uwaterloo.ca', '', 0 FROM numbers`)
  await db.run(sql`${numbers}
    INSERT INTO threads (category, listing_id, title, created_at, last_message_at, expires_at)
    SELECT 'misc', n, 'Lamp', 0, 0, 1 FROM numbers`)
  // Many are due at the same time, as after a night. The last hundred are not due yet.
  await db.run(sql`${numbers}
    INSERT INTO thread_members (thread_id, is_buyer, user_id, listing_id, last_message_id, mail_due_at)
    SELECT n, 1, n, n, n, CASE WHEN n > 1100 THEN 9 ELSE 1 + n / 900 END FROM numbers`)
  const queries: Query[] = []
  const found = await findStudentsToMail(recordingDb(db, queries), 5)
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_100 }, (_, n) => n + 1))
  expect(queries).toHaveLength(3)
  expect(queries.every(({ sql }) => sql.includes('LIMIT'))).toBe(true)
})
