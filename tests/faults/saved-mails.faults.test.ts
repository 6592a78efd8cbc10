import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import { nextCampusHour } from '#format/campus-date.ts'
import type { Db } from '#server/database/database.ts'
import { dayMs, minuteMs } from '#server/durations.ts'
import { changeStatus } from '#server/listings/lifecycle/change-status.ts'
import { insertFavourite } from '#server/saved/favourites/favourite-queries.ts'
import { saveSearch } from '#server/saved/searches/save-search.ts'
import { createRandom } from '../../scripts/seed/seeded-random.ts'
import { at } from '../support/campus-email.ts'
import { engines } from '../support/databases.ts'
import { startClockedApps } from '../support/faults/clocked-apps.ts'
import { reportFigures } from '../support/faults/figures.ts'
import { signUpStudent } from '../support/faults/students.ts'
import { insertTestUser } from '../support/insert-test-user.ts'
import { photoUrl } from '../support/listing-inputs.ts'
import { readOutbox } from '../support/outbox.ts'

const frequencies: SearchFrequency[] = ['soon', 'soon', 'daily', 'off']
const pickFrequency = (index: number) => frequencies[index % frequencies.length] ?? 'off'
const studentsOfEach = 20
const pollOptions = { timeout: 60_000, interval: 100 }
const random = createRandom(20, 1)

async function countMails(db: Db, states = '%') {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM jobs WHERE kind = 'saved-mail' AND state LIKE ${states}`)
  return row?.count ?? 0
}

// Fails if an email and the marks of its listings are not written in one transaction, or if two processes write them.
describe.each(engines)('mails about saved things by two processes killed at it on %s', (engine) => {
  it('are one each, and tell of everything once', async () => {
    const { url, db, dataDir, now, moveClock, kill, start } = await startClockedApps(engine)
    const seller = await signUpStudent(url, 'Sam')
    for (const title of ['Chair', 'Sofa']) {
      await seller.create({ title, price: 50, photos: [photoUrl] })
    }
    const [chairId = 0, sofaId = 0] = seller.writes.currentListings().map(({ id }) => id)
    const students: { email: string; frequency: SearchFrequency }[] = []
    for (let index = 0; index < studentsOfEach * frequencies.length; index++) {
      const [email, frequency] = [at(`s${index}`), pickFrequency(index)]
      const { id: studentId } = await insertTestUser(db, email)
      for (const query of ['q=lamp', 'q=desk']) {
        const search = { category: 'misc' as const, query, frequency }
        await db.transaction((tx) => saveSearch(tx, search, { studentId, now: now() }))
      }
      students.push({ email, frequency })
      if (frequency === 'soon') continue
      await db.run(sql`UPDATE users SET mail_favourites = 1 WHERE id = ${studentId}`)
      for (const listingId of [chairId, sofaId]) {
        await db.transaction((tx) => insertFavourite(tx, { studentId, listingId, now: now() }))
      }
    }
    const post = async (titles: string[]) => {
      for (const title of titles) await seller.create({ title, price: 5, photos: [photoUrl] })
    }
    const readSent = async () =>
      (await readOutbox(dataDir)).map(({ to, subject }) => [to, subject]).toSorted()
    const mailsTo = (wanted: SearchFrequency, subject: string) =>
      students.filter(({ frequency }) => frequency === wanted).map(({ email }) => [email, subject])

    const cutShort = { writing: 0, sending: 0 }
    /** Kills and restarts the processes between one email and the next, until all are sent. */
    async function sendWithKills(count: number) {
      for (let round = 0; round < 3; round++) {
        const enough = Math.min((await countMails(db)) + random.integer(1, 6), count)
        await start()
        const deadline = performance.now() + pollOptions.timeout
        while ((await countMails(db)) < enough && performance.now() < deadline) await pause(1)
        await kill()
        if ((await countMails(db)) < count) cutShort.writing++
        else if ((await countMails(db, 'done')) < count) cutShort.sending++
        // The claims of a killed process have lapsed.
        await moveClock(minuteMs)
      }
      await start()
      await expect.poll(() => countMails(db, 'done'), pollOptions).toBe(count)
    }

    await post(['Desk lamp', 'Lamp', 'Desk'])
    await kill()
    await moveClock(15 * minuteMs)
    const soon = mailsTo('soon', '3 new listings')
    await sendWithKills(soon.length)
    expect(await readSent()).toEqual(soon.toSorted())

    await post(['Second lamp'])
    await seller.update(chairId, { title: 'Chair', price: 30, photos: [photoUrl] })
    await db.transaction((tx) => changeStatus(tx, { category: 'misc', id: sofaId }, 'sold', now()))
    await kill()
    await moveClock(nextCampusHour(now(), 8) - now())
    const later = [
      ...soon,
      ...students
        .filter(({ frequency }) => frequency === 'soon')
        .map(({ email }) => [email, '1 new item: “lamp”']),
      ...mailsTo('daily', '4 new listings and news about 2 saved listings'),
      ...mailsTo('off', 'News about 2 saved listings'),
    ].toSorted()
    await sendWithKills(later.length)
    const plain = (await readSent()).map(([to, subject]) => [to, decodeSubject(subject ?? '')])
    expect(plain.toSorted()).toEqual(later)

    await kill()
    await moveClock(dayMs)
    await start()
    await pause(3_000)
    expect(await countMails(db)).toBe(later.length)
    const told = await db.all<{ count: number }>(sql`
      SELECT count(*) AS count FROM mailed_listings GROUP BY user_id`)
    expect(told.map(({ count }) => count)).toEqual(told.map(() => 4))
    expect(told).toHaveLength(3 * studentsOfEach)
    reportFigures(`kill -9 of two processes while they mail, ${engine}`, {
      students: students.length,
      mails: later.length,
      'killed while they write': cutShort.writing,
      'killed while they send': cutShort.sending,
    })
    // If this fails, the kills came too late to show anything.
    expect(cutShort.writing).toBeGreaterThan(0)
  })
})

/** Decodes a subject as email clients do: words of students are encoded. */
const decodeSubject = (subject: string) =>
  subject
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=\s*/gi, (_, text: string) =>
      Buffer.from(
        text
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/gi, (_, hex) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          ),
        'latin1',
      ).toString('utf8'),
    )
    .replaceAll(/\p{Bidi_Control}/gu, '')
