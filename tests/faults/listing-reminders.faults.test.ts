import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { dayMs } from '#server/durations.ts'
import { scheduleEnd } from '#server/listings/lifecycle/end-listings.ts'
import { insertListing } from '#server/listings/listing-queries.ts'
import { createRandom } from '../../scripts/seed/seeded-random.ts'
import { at } from '../support/campus-email.ts'
import { engines, testDatabaseSettings } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { reportFigures } from '../support/faults/figures.ts'
import { insertTestUser } from '../support/insert-test-user.ts'
import { readOutbox } from '../support/outbox.ts'

const days = 5
const students = 80
/** The number of listings of each student that end each day. The second ends after the email about the first, or with it. */
const endsPerDay = 2
/** Claims lapse after 15 s. The rest of the time is for a busy machine. */
const pollOptions = { timeout: 90_000, interval: 100 }

const email = (student: number) => at(`student${student}`)
const title = (student: number, day: number, end: number) => `Lamp ${student}-${day}-${end};`

async function insertStudents(db: Db) {
  const now = Date.now()
  for (let student = 0; student < students; student++) {
    const { id: seller_id } = await insertTestUser(db, email(student))
    await db.transaction(async (tx) => {
      for (let day = 0; day < days; day++) {
        for (let end = 0; end < endsPerDay; end++) {
          await insertListing(tx, {
            category: 'misc',
            seller_id,
            title: title(student, day, end),
            price_cents: 100,
            description: '',
            details: '{}',
            search_text: '',
            posted_at: now - 30 * dayMs,
            ends_at: now + 60 * dayMs,
          })
        }
      }
    })
  }
}

/** Moves the ends of a day to now, because the clock of a process cannot be moved. */
async function endListingsOf(db: Db, day: number, end: number) {
  await db.transaction(async (tx) => {
    const now = Date.now()
    await tx.run(sql`
      UPDATE listings SET ends_at = ${now} WHERE listed AND title LIKE ${`%-${day}-${end};`}`)
    await scheduleEnd(tx, now, now)
  })
}

/** Turns today's emails into those of an earlier day. */
const passMidnight = (db: Db, day: number) =>
  db.run(sql`
    UPDATE jobs SET cause = ${`day ${day} `} || cause WHERE cause LIKE 'listing-reminders %'`)

async function countMails(db: Db, states: string) {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM jobs WHERE kind = 'reminder-mail' AND state LIKE ${states}`)
  return row?.count ?? 0
}

// Fails if the email and the marks of its listings are not written in one transaction.
describe.each(engines)('reminders of two processes killed at it on %s', (engine) => {
  it('are one mail for each student and day, and tell of every listing once', async () => {
    const settings = await testDatabaseSettings(engine)
    const apps = [await startApp(engine, settings), await startApp(engine, settings)]
    const db = await openDatabase(settings)
    onTestFinished(() => db.close())
    await insertStudents(db)
    let cutShort = 0
    for (let day = 0; day < days; day++) {
      const before = await countMails(db, '%')
      const enough = before + createRandom(3, day).integer(1, students - 20)
      await endListingsOf(db, day, 0)
      const deadline = performance.now() + pollOptions.timeout
      while ((await countMails(db, '%')) < enough && performance.now() < deadline) await pause(1)
      await Promise.all(apps.map((app) => app.kill()))
      if ((await countMails(db, '%')) < before + students) cutShort++
      await Promise.all(apps.map((app) => app.start()))
      await expect.poll(() => countMails(db, 'done'), pollOptions).toBe(students * (day + 1))
      // A listing that ends later that day waits for the next day's email.
      await endListingsOf(db, day, 1)
      const findListed = () =>
        db.all(sql`SELECT id FROM listings WHERE listed AND title LIKE ${`%-${day}-%`}`)
      await expect.poll(findListed, pollOptions).toEqual([])
      expect(await countMails(db, '%')).toBe(students * (day + 1))
      await passMidnight(db, day)
    }
    const mails = await readOutbox(settings.DATA_DIR)
    reportFigures(`kill -9 of two processes while listings end, ${engine}`, {
      days,
      kills: days * 2,
      'killed between two students': cutShort,
      mails: mails.length,
    })
    for (let student = 0; student < students; student++) {
      const told = mails
        .filter(({ to }) => to === email(student))
        .map(({ text }) => (text.match(/Lamp [\d-]+;/g) ?? []).toSorted())
      const first = [title(student, 0, 0)]
      const later = Array.from({ length: days - 1 }, (_, day) => [
        title(student, day, 1),
        title(student, day + 1, 0),
      ])
      expect(told).toEqual([first, ...later])
    }
    // If this fails, the kills came too late to show anything.
    expect(cutShort).toBeGreaterThan(0)
  })
})
