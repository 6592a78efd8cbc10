import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { addDays } from '#categories/days.ts'
import type { CategoryId } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fromInput } from '#contract/listing.ts'
import { apiPaths } from '#contract/paths.ts'
import { writeLog } from '#server/moderation/moderation-log.ts'
import { suspendStudent } from '#server/students/restrictions/restrict-student.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import {
  buildTestAppWithUsers,
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { ada as adasAccount } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { completeInputs, listingInputs } from '#tests/support/listing-inputs.ts'
import { findListingRows } from '../listing-queries.ts'
import { createListing } from '../posting/create-listing.ts'
import { readContent } from '../present-listing.ts'
import { type FittingRow, findFits, fitOf } from './find-fits.ts'
import type { SortPosition } from './list-criteria.ts'

stayOnBuiltInCampus()

const days = [
  '2026-12-28',
  '2027-01-01',
  '2027-01-05',
  '2027-01-12',
  '2027-02-01',
  '2027-05-01',
  '2027-09-01',
]
const ends = ['2027-04-20', '2027-04-30', '2027-05-08', '2027-08-31', '2027-12-31', null]
const later = (end: string | null, first: string) => (end && end > first ? end : null)

const inputs = {
  rental: fc.record({
    cost: fc.constantFrom(0, 450, 900, 900.5, 1800),
    date_available: fc.constantFrom(...days),
    available_to: fc.constantFrom(...ends),
    is_sublet: fc.boolean(),
    is_shared: fc.constantFrom(true, false, null),
    is_cost_per_room: fc.constantFrom(true, false, null),
    house_type: fc.constantFrom('House', 'Bedroom'),
    num_beds: fc.integer({ min: 0, max: 4 }),
    people_in_bedroom: fc.constantFrom(1, 2),
    minutes: fc.constantFrom(
      {},
      { waterloo: { walk: 10 } },
      { waterloo: { walk: 20, bus: 10 } },
      { waterloo: { bus: 15 }, laurier: { walk: 31 } },
    ),
  }),
  wanted: fc.record({
    budget: fc.constantFrom(0, 450, 899.99, 900, 1800, 3600),
    move_in: fc.constantFrom(...days),
    move_out: fc.constantFrom(...ends),
    people: fc.constantFrom(1, 1, 2, 3),
    place: fc.constantFrom('Room', 'Whole place', 'Either'),
    near: fc.constantFrom(null, null, 'waterloo-10', 'waterloo-15-bus', 'laurier-30', 'gone-5'),
  }),
}

const perCategory = 60

describe.each(engines)('the search index on %s', (engine) => {
  it('finds exactly what the rule says, in both directions', async () => {
    const { db, clock } = await buildTestApp(engine)
    const seller = await insertTestUser(db)
    const context = {
      parsePhotoAddress: (externalUrl: string) => ({ externalUrl }),
      now: clock.now,
    }
    const [seed = 0] = fc.sample(fc.integer(), 1)
    const ids: number[] = []
    const post = (category: CategoryId, values: object) => {
      const input = { ...completeInputs[category], ...values } as ListingInput
      return db.transaction((tx) => createListing(tx, seller, fromInput(category, input), context))
    }
    for (const values of fc.sample(inputs.rental, { numRuns: perCategory, seed })) {
      const available_to = later(values.available_to, values.date_available)
      ids.push((await post('rental', { ...values, available_to })).id)
    }
    for (const values of fc.sample(inputs.wanted, { numRuns: perCategory, seed })) {
      const move_out = later(values.move_out, values.move_in)
      ids.push((await post('wanted', { ...values, move_out })).id)
    }
    const rows = [...(await findListingRows(db, ids)).values()]
    let found = 0
    for (const row of rows) {
      // Small pages, so that a candidate that is asked about twice or never is noticed.
      const fits: FittingRow[] = []
      let after: SortPosition | undefined
      do {
        const page = await findFits(db, row, clock.now, { after, limit: 9 })
        fits.push(...page.fits)
        after = page.next
      } while (after)
      const others = rows.filter(({ category }) => category !== row.category)
      const expected = others.filter((other) => fitOf(readContent(row), readContent(other)))
      expect(fits.map((each) => each.row.id).toSorted(), `seed ${seed}, ${row.details}`).toEqual(
        expected.map(({ id }) => id).toSorted(),
      )
      found += fits.length
    }
    // A lower number would mean that too little fits to prove anything.
    expect(found).toBeGreaterThan(perCategory)
  }, 60_000)
})

const { move_in: day } = listingInputs.wanted as { move_in: string }
const place = {
  ...listingInputs.rental,
  is_shared: true,
  num_beds: 2,
  date_available: addDays(day, -3),
  is_sublet: false,
}

describe.each(anyEngine)('what fits on %s', (engine) => {
  it('is found for several people, however many rooms are newer', async () => {
    const { ada, bob, db, clock } = await buildTestAppWithUsers(engine)
    const several = { ...listingInputs.wanted, people: 3, place: 'Either', budget: 3000 }
    const { body: request } = await ada.post(apiPaths.list('wanted'), several)
    const home = { ...place, is_shared: false, num_beds: 3, is_cost_per_room: false }
    const { body: house } = await bob.post(apiPaths.list('rental'), home)
    for (const title of ['Sunny room', 'Blue cellar', 'Green attic']) {
      await bob.post(apiPaths.list('rental'), { ...place, title, num_beds: 3, anyway: true })
    }
    const row = (await findListingRows(db, [request.id])).get(request.id)
    if (!row) throw new Error('The request is gone.')
    const { fits } = await findFits(db, row, clock.now, { limit: 2 })
    expect(fits.map((each) => each.row.id)).toEqual([house.id])
  })

  it('is for the owner, without their own listings and those of blocked students', async () => {
    const site = await buildTestAppWithUsers(engine)
    const { ada, bob, visitor } = site
    const email = at('ada+second')
    const second = createJsonClient(await insertLoggedInStudent(site, { ...adasAccount, email }))
    const { body: request } = await ada.post(apiPaths.list('wanted'), listingInputs.wanted)
    const { body: room } = await bob.post(apiPaths.list('rental'), place)
    await second.post(apiPaths.list('rental'), { ...place, title: 'Room of my own' })
    const fitsOf = async (client: typeof ada, category: CategoryId, id: number) => {
      const { status, body } = await client.get(apiPaths.fits(category, id))
      const results = body.results?.map(({ category, listing, why }) => [
        category,
        (listing as { id: number }).id,
        why,
      ])
      return { status, ...(results && { total: body.total, results }) }
    }
    expect(await fitsOf(ada, 'wanted', request.id)).toMatchObject({
      total: 1,
      results: [['rental', room.id, expect.stringMatching(/\$250 under your limit$/)]],
    })
    expect(await fitsOf(bob, 'rental', room.id)).toMatchObject({
      total: 1,
      results: [['wanted', request.id, expect.stringMatching(/\$250 under their limit$/)]],
    })
    // Nobody else learns what fits.
    expect(await fitsOf(bob, 'wanted', request.id)).toEqual({ status: 403 })
    expect(await fitsOf(visitor, 'rental', room.id)).toEqual({ status: 401 })
    const { body: bobs } = await bob.get(apiPaths.me)
    await ada.put(apiPaths.block(bobs.id))
    const none = { status: 200, total: 0, results: [] }
    expect(await fitsOf(ada, 'wanted', request.id)).toEqual(none)
    expect(await fitsOf(bob, 'rental', room.id)).toEqual(none)
    await ada.delete(apiPaths.block(bobs.id))
    await ada.post(apiPaths.status('wanted', request.id), { status: 'sold' })
    expect(await fitsOf(bob, 'rental', room.id)).toEqual(none)
  })

  it('has each student once, with the newest request, and every place', async () => {
    const { ada, bob } = await buildTestAppWithUsers(engine)
    const ids: Record<string, number[]> = { wanted: [], rental: [] }
    for (const title of ['Blue bicycle', 'Green umbrella']) {
      const request = await ada.post(apiPaths.list('wanted'), { ...listingInputs.wanted, title })
      const room = await bob.post(apiPaths.list('rental'), { ...place, title, anyway: true })
      ids.wanted?.push(request.body.id)
      ids.rental?.push(room.body.id)
    }
    const read = async (client: typeof ada, category: CategoryId) => {
      const { body } = await client.get(apiPaths.fits(category, ids[category]?.[0] ?? 0))
      return [body.total, body.results.map(({ listing }) => (listing as { id: number }).id)]
    }
    expect(await read(bob, 'rental')).toEqual([1, [ids.wanted?.[1]]])
    expect(await read(ada, 'wanted')).toEqual([2, ids.rental?.toReversed()])
  })

  it('is not there for a category that nobody looks for', async () => {
    const { ada } = await buildTestAppWithUsers(engine)
    const { body } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
    expect((await ada.get(apiPaths.fits('misc', body.id))).status).toBe(404)
  })
})

describe.each(anyEngine)('a request on %s', (engine) => {
  it.each([
    ['has to confirm again', 'unconfirmed'],
    ['is suspended', 'suspended'],
  ])('is closed to a student who %s, who can still take their own down', async (_, code) => {
    const { ada, bob, db, clock } = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)
    const list = apiPaths.list('wanted')
    const { body: theirs } = await ada.post(list, listingInputs.wanted)
    const { body: own } = await bob.post(list, { ...listingInputs.wanted, title: 'Mine' })
    const { body: room } = await bob.post(apiPaths.list('rental'), place)
    const { body: bobs } = await bob.get(apiPaths.me)
    const { body: adas } = await ada.get(apiPaths.me)
    await bob.put(apiPaths.favourite('wanted', theirs.id))
    expect((await bob.get(apiPaths.user(adas.id))).body.listings).toHaveLength(1)
    if (code === 'suspended') {
      await db.transaction(async (tx) => {
        const entry = { action: 'suspend', actorId: null, studentId: bobs.id } as const
        const logId = await writeLog(tx, entry, clock.now)
        await suspendStudent(tx, { studentId: bobs.id, logId, days: 7, now: clock.now })
      })
    } else {
      await db.run(sql`
        UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = ${bobs.id}`)
    }

    const refused = { status: 403, body: { code } }
    for (const path of [
      list,
      apiPaths.listing('wanted', theirs.id),
      apiPaths.contact('wanted', theirs.id),
      apiPaths.userListings(adas.id, 'wanted'),
      apiPaths.fits('rental', room.id),
    ]) {
      expect(await bob.get(path), path).toMatchObject(refused)
    }
    const profile = await bob.get(apiPaths.user(adas.id))
    expect(JSON.stringify(profile.body)).not.toContain(listingInputs.wanted.title)
    expect((await bob.get(apiPaths.favourites)).body.results).toEqual([])

    const ownList = await bob.get(apiPaths.userListings(bobs.id, 'wanted'))
    expect(ownList.body).toMatchObject([{ id: own.id }])
    const mark = await bob.post(apiPaths.status('wanted', own.id), { status: 'sold' })
    expect(mark.status).toBe(200)
    expect((await bob.delete(apiPaths.listing('wanted', theirs.id))).status).toBe(403)
    expect((await bob.delete(apiPaths.listing('wanted', own.id))).status).toBe(204)
  })

  it('has no photos, a future first day, and ends with that day, no later', async () => {
    const { ada, clock } = await buildTestAppWithUsers(engine)
    const list = apiPaths.list('wanted')
    const post = (values: object) => ada.post(list, { ...listingInputs.wanted, ...values })
    expect((await post({ photos: ['https://photos.example/1.jpg'] })).body.fields).toEqual({
      photos: "Housing requests can't have photos",
    })
    expect((await post({ move_in: '2026-11-14' })).body.fields).toHaveProperty('move_in')
    const { body } = await post({ move_in: '2027-03-01' })
    expect(body.ends_at).toBe('2027-03-02T05:00:00.000Z')
    const url = apiPaths.listing('wanted', body.id)
    const edited = await ada.put(url, { ...listingInputs.wanted, move_in: '2026-11-15' })
    expect(edited.body.ends_at).toBe('2026-11-16T05:00:00.000Z')
    clock.now = Date.UTC(2026, 10, 16, 5)
    expect((await ada.get(url)).body.status).toBe('expired')
  })
})
