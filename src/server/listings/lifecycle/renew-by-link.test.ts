import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus, domainOf } from '#campus/campus.ts'
import { categoryById } from '#categories/index.ts'
import { addCampusDays, campusIsoDate } from '#format/campus-date.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { banTestStudent, suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs } from '../../durations.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { deleteListingRow, insertListing } from '../listing-queries.ts'
import { changeStatus, renewListing } from './change-status.ts'
import { endDueListings } from './end-listings.ts'
import { openRenewLink, renewByLink } from './renew-by-link.ts'
import { deleteExpiredRenewLinks, generateRenewToken, saveRenewLink } from './renew-links.ts'

const category = categoryById.misc
const postedAt = Date.UTC(2026, 10, 15, 12)

const waitingQueries = sql`
  SELECT 1 AS found FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`

describe.each(engines)('a link that renews a listing on %s', (engine) => {
  /** Opens a site with a listing that has just ended, and a link that was made for this end. */
  async function open(config: { POSTING_AFFILIATIONS?: string[] } = {}) {
    const db = await openTestDatabase(engine)
    const { id: seller_id } = await insertTestUser(db)
    const endsAt = addCampusDays(postedAt, 30)
    const clock = { now: endsAt }
    const id = await db.transaction((tx) =>
      insertListing(tx, {
        category: 'misc',
        seller_id,
        title: 'Lamp',
        price_cents: 500,
        description: '',
        details: '{}',
        search_text: '',
        posted_at: postedAt,
        ends_at: endsAt,
      }),
    )
    await endDueListings(db, clock.now)
    const token = generateRenewToken()
    await saveRenewLink(db, token, { id, endsAt: new Date(endsAt).toISOString() })
    const read = (value = token) => openRenewLink(db, value, clock.now, config)
    const press = () => db.transaction((tx) => renewByLink(tx, token, clock.now, config))
    const renew = () =>
      db.transaction((tx) => renewListing(tx, { category: 'misc', id }, clock.now))
    const row = () =>
      db.get<{ rank: number }>(sql`
        SELECT status, ends_at, renewed_at, rank FROM listings WHERE id = ${id}`)
    return { db, clock, id, read, press, renew, row }
  }

  it('says what it renews and until when', async () => {
    const { clock, id, read } = await open()
    expect(await read()).toMatchObject({
      listing: { id, title: 'Lamp', status: 'expired' },
      renewsUntil: new Date(addCampusDays(clock.now, 30)).toISOString(),
    })
  })

  it('renews once, however often and however late it is pressed', async () => {
    const { clock, read, press, row } = await open()
    const before = await row()
    expect(await press()).toBe(true)
    const renewed = await row()
    expect(renewed).toMatchObject({
      status: 'available',
      ends_at: addCampusDays(clock.now, 30),
      renewed_at: clock.now,
    })
    expect(renewed?.rank).toBeGreaterThan(Number(before?.rank))
    clock.now += 8 * dayMs
    expect(await press()).toBe(false)
    expect(await row()).toEqual(renewed)
    expect(await read()).toMatchObject({ listing: { status: 'available' }, renewsUntil: null })
  })

  it('renews once when it is pressed twice at once', async () => {
    const { db, press } = await open()
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const blocking = db.transaction(async (tx) => {
      await bumpCategoryVersion(tx, category.id)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const presses = Promise.all([press(), press()])
    // On PostgreSQL both presses have begun. On SQLite they wait for the transaction.
    if (engine === 'postgres') {
      await expect.poll(async () => (await db.all(waitingQueries)).length).toBe(2)
    }
    released.resolve()
    await blocking
    expect((await presses).toSorted()).toEqual([false, true])
  })

  it('is not needed after a renewal on the dashboard', async () => {
    const { press, renew, row } = await open()
    await renew()
    const renewed = await row()
    expect(await press()).toBe(false)
    expect(await row()).toEqual(renewed)
  })

  type Site = Awaited<ReturnType<typeof open>>
  const refusals: [string, (site: Site) => unknown, string, string][] = [
    [
      'the listing has been deleted',
      ({ db, id }) => deleteListingRow(db, { category: 'misc', id }),
      'not_found',
      "This link doesn't work any more. Your dashboard has all your listings.",
    ],
    [
      'it is too old',
      ({ clock }) => {
        clock.now += 30 * dayMs
      },
      'gone',
      'This link is too old. You can renew the listing on your dashboard.',
    ],
    [
      'it was deleted for being too old',
      ({ db, clock }) => deleteExpiredRenewLinks(db, clock.now + 30 * dayMs),
      'not_found',
      "This link doesn't work any more. Your dashboard has all your listings.",
    ],
    [
      'the listing has been sold',
      async ({ db, id, clock, renew }) => {
        await renew()
        await db.transaction((tx) => changeStatus(tx, { category: 'misc', id }, 'sold', clock.now))
      },
      'wrong_status',
      'This listing has been sold.',
    ],
    ...['hidden', 'removed'].map((status): (typeof refusals)[number] => [
      `the listing is ${status}`,
      ({ db }) => db.run(sql`UPDATE listings SET status = ${status}`),
      'wrong_status',
      "This listing isn't shown. Your dashboard says why.",
    ]),
    [
      'the student is suspended',
      ({ db, clock }) => suspendTestStudent(db, { studentId: 1, now: clock.now }),
      'suspended',
      "You're suspended until Dec 22, 2026. You can't post, report or start conversations, but you can reply in the ones you have. The reason: Scam. The moderator wrote: “Two fakes.” You can appeal until Jan 4, 2027 with the link in the email we sent you.",
    ],
    [
      'the student is banned',
      ({ db, clock }) => banTestStudent(db, { studentId: 1, now: clock.now - 20 * dayMs }),
      'banned',
      `Your account was closed on Nov 25, 2026. The reason: Scam. The admin wrote: “Two fakes.” Questions? Write to ${campus.contactEmail}.`,
    ],
    [
      'the email domain of the student is locked out',
      () => changeCampus({ closedDomains: [domainOf(at('ada'))] }),
      'forbidden',
      `Students with this email can no longer log in. Questions? Write to ${campus.contactEmail}.`,
    ],
    [
      'its date has passed',
      ({ db }) => db.run(sql`UPDATE listings SET details = '{"event_date":"2026-12-14"}'`),
      'wrong_status',
      'The date of this listing has passed. Change the date first.',
    ],
    [
      'its date has been changed to a later one, and has passed',
      ({ db, clock }) => {
        clock.now += 10 * dayMs
        const event_date = campusIsoDate(clock.now - dayMs)
        return db.run(sql`UPDATE listings SET details = ${JSON.stringify({ event_date })}`)
      },
      'wrong_status',
      'The date of this listing has passed. Change the date first.',
    ],
    [
      'it ends with its own date',
      async ({ db, clock }) => {
        const endsAt = Date.UTC(2026, 11, 15, 5)
        await db.run(sql`
          UPDATE listings SET details = '{"event_date":"2026-12-14"}', status = 'available',
            ends_at = ${endsAt}`)
        await db.run(sql`UPDATE renew_links SET ends_at = ${endsAt}`)
        clock.now = endsAt - dayMs
      },
      'wrong_status',
      'This listing ends on its date. Change the date to list it longer.',
    ],
  ]

  it.each(refusals)('says so when %s', async (_, change, code, message) => {
    const site = await open()
    await change(site)
    const before = await site.row()
    await expect(site.read()).rejects.toMatchObject({ code, message })
    await expect(site.press()).rejects.toMatchObject({ code, message })
    expect(await site.row()).toEqual(before)
  })

  it('renews nothing for somebody who may not post any more', async () => {
    const { db, read, press, row } = await open({ POSTING_AFFILIATIONS: ['student'] })
    const before = await row()
    await db.run(sql`UPDATE users SET affiliations = 'alum'`)
    for (const use of [read, press]) {
      await expect(use()).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('lets only some members of the university post'),
      })
    }
    expect(await row()).toEqual(before)
    await db.run(sql`UPDATE users SET affiliations = 'alum student'`)
    expect(await press()).toBe(true)
  })

  it('is not known by another token', async () => {
    const { read } = await open()
    for (const token of ['', 'x', generateRenewToken()]) {
      await expect(read(token)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
