import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { duplicateErrorBody } from '#contract/errors.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { listingInputs, photoUrl } from '#tests/support/listing-inputs.ts'
import { dayMs } from '../../durations.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'

async function openSite(engine: Engine, settings: Record<string, string> = { VERIFY_EMAIL: 'on' }) {
  const testApp = await buildTestAppWithUsers(engine, settings)
  const { ada, db } = testApp
  const post = (change = {}, path = 'misc', student = ada) => {
    const input = path === 'rentals' ? listingInputs.rental : listingInputs.misc
    return student.post(`/api/${path}`, { ...input, photos: [], ...photosOf(change), ...change })
  }
  const countPosts = async () =>
    (
      await db.get<{ count: number }>(
        sql`SELECT count FROM rate_limits WHERE bucket LIKE 'posts:%'`,
      )
    )?.count ?? 0
  return { ...testApp, post, countPosts }
}

/** Gives each listing a photo of its own, unless the test sets the photos. */
let photos = 0
const photosOf = (change: object) =>
  'photos' in change ? {} : { photos: [`https://photos.example/own/${++photos}.jpg`] }

/** Counts the days back from the time of the test's clock. */
const daysAgo = (days: number) => Date.UTC(2026, 10, 15, 12) - days * dayMs

describe.each(anyEngine)('posting the same thing again on %s', (engine) => {
  it('is refused with the earlier one, until it is posted anyway', async () => {
    const { ada, bob, post, clock } = await openSite(engine)
    const { body: first } = await post()
    clock.now += 2 * dayMs
    const refused = await post({ title: 'desk lamp!' })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'duplicate',
        error: 'You posted “Desk lamp” on Nov 15. Renew that one, or post this one anyway.',
        duplicate: {
          category: 'misc',
          id: first.id,
          title: 'Desk lamp',
          status: 'available',
          posted_at: new Date(clock.now - 2 * dayMs).toISOString(),
          can_renew: true,
          photo: null,
        },
      },
    })
    duplicateErrorBody.strict().parse(refused.body)
    expect((await post({}, 'misc', bob)).status).toBe(201)
    const anyway = await post({ anyway: true })
    expect(anyway.status).toBe(201)
    expect(anyway.body).not.toHaveProperty('anyway')
    expect(anyway.body).not.toHaveProperty('duplicate')
    expect((await ada.get(`/api/misc/${anyway.body.id}`)).body).not.toHaveProperty('anyway')
    expect((await post({ anyway: false })).body).toMatchObject({
      code: 'duplicate',
      duplicate: { id: anyway.body.id },
    })
  })

  it('is not in another category, and is not asked of an edit', async () => {
    const { ada, post } = await openSite(engine)
    await post({ title: 'Sunny room' })
    const { body: room } = await post({}, 'rentals')
    expect(room).toMatchObject({ title: 'Sunny room' })
    const { body: second } = await post({ title: 'Chair' })
    const renamed = { ...listingInputs.misc, title: 'Sunny room', anyway: 'ignored' }
    expect((await ada.put(`/api/misc/${second.id}`, renamed)).status).toBe(200)
  })

  it('goes by the first photo too', async () => {
    const { ada, db, post } = await openSite(engine)
    const name = 'ab'.repeat(16)
    const copy = 'cd'.repeat(16)
    for (const each of [name, copy]) {
      await db.run(sql`
        INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at, band_1,
          band_2, band_3, band_4)
        SELECT ${each}, 800, 600, 'data:,', 1, id, 0, 1, 2, 3, 4 FROM users
        WHERE email = ${at('ada')}`)
    }
    const url = `/uploads/${name}.webp`
    const { body: first } = await post({ photos: [url, photoUrl] })
    const duplicate = {
      id: first.id,
      photo: { url, width: 800, height: 600, preview: 'data:,' },
    }
    for (const cover of [`/api${url}`, `/uploads/${copy}.webp`]) {
      const refused = await post({ title: 'Reading light', photos: [cover] })
      expect(refused).toMatchObject({ status: 409, body: { duplicate } })
    }
    expect((await post({ title: 'Chair', photos: [photoUrl, url] })).status).toBe(201)
    expect((await post({ title: 'Sofa', photos: [photoUrl] })).status).toBe(409)
    expect((await ada.get('/api/misc')).body.results).toHaveLength(2)
  })

  const situations: [string, Sql, number][] = [
    ['is listed', sql`posted_at = ${daysAgo(29)}`, 409],
    ['is pending', sql`status = 'pending'`, 409],
    ['was posted 30 days ago', sql`posted_at = ${daysAgo(30)}`, 409],
    ['was posted longer ago', sql`posted_at = ${daysAgo(30) - 1}`, 201],
    ['was renewed', sql`posted_at = ${daysAgo(90)}, renewed_at = ${daysAgo(9)}`, 409],
    ['has ended', sql`status = 'expired'`, 409],
    ['has ended by the clock', sql`ends_at = ${daysAgo(1)}`, 409],
    ['was sold', sql`status = 'sold'`, 201],
    ['is hidden', sql`status = 'hidden'`, 201],
    ['was removed', sql`status = 'removed'`, 201],
    [
      'has ended with its date',
      sql`status = 'expired', details = '{"event_date":"2026-11-14"}'`,
      201,
    ],
    ['is wanted', sql`details = '{"listing_type":"Wanting"}'`, 201],
  ]

  it('depends on what the earlier one is', async () => {
    const { db, post } = await openSite(engine, { VERIFY_EMAIL: 'on', RATE_LIMIT: 'off' })
    for (const [situation, change, expected] of situations) {
      expect((await post()).status).toBe(201)
      await db.run(sql`UPDATE listings SET ${change}`)
      expect([situation, (await post()).status]).toEqual([situation, expected])
      await db.run(sql`DELETE FROM listings`)
    }
  })

  it('cannot be renewed after its last day', async () => {
    const { db, post } = await openSite(engine)
    await post({ is_sublet: true, available_to: '2027-04-30' }, 'rentals')
    await db.run(sql`
      UPDATE listings
      SET details = '{"date_available":"2026-09-01","available_to":"2026-11-14"}'`)
    expect((await post({}, 'rentals')).body).toMatchObject({
      error: 'You posted “Sunny room” on Nov 15. You can post this one anyway.',
      duplicate: { status: 'available', can_renew: false },
    })
  })

  it('is refused after bad input and before a used-up quota, and counts nowhere', async () => {
    const { ada, db, post, countPosts } = await openSite(engine)
    expect((await post()).status).toBe(201)
    for (const change of [
      { title: 'Desk lamp', price: -1 },
      { photos: ['/uploads/0123456789abcdef0123456789abcdef.webp'] },
      { event_date: '2020-01-01' },
      ...['yes', 1, null, 'true'].map((anyway) => ({ title: 'Chair', anyway })),
    ]) {
      expect((await post(change)).status).toBe(400)
    }
    expect((await post({ anyway: 'true' })).body.fields).toEqual({
      anyway: 'Must be true or false',
    })
    expect((await post()).status).toBe(409)
    expect(await countPosts()).toBe(1)
    await db.run(sql`UPDATE rate_limits SET count = 20 WHERE bucket LIKE 'posts:%'`)
    expect((await post()).status).toBe(409)
    expect((await post({ anyway: true })).status).toBe(429)
    expect((await ada.get('/api/misc')).body.results).toHaveLength(1)
  })

  it.each(['on', 'off'])('is seen by the second of two presses, RATE_LIMIT=%s', async (limit) => {
    const { ada, db, post } = await openSite(engine, { VERIFY_EMAIL: 'on', RATE_LIMIT: limit })
    const held = await holdTransaction(db, (tx) => bumpCategoryVersion(tx, 'misc'))
    const presses = [post(), post()]
    await held.waits(2)
    held.release()
    const statuses = (await Promise.all(presses)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409])
    expect((await ada.get('/api/misc')).body.results).toHaveLength(1)
  })

  it('is said after posting without VERIFY_EMAIL', async () => {
    const { ada, post } = await openSite(engine, {})
    const { body: first } = await post()
    const { status, body } = await post()
    expect([status, body.duplicate]).toMatchObject([201, { id: first.id, title: 'Desk lamp' }])
    expect(body).toMatchObject({ title: 'Desk lamp', seller: { name: 'Ada Lovelace' } })
    expect((await ada.get(`/api/misc/${body.id}`)).body).not.toHaveProperty('duplicate')
    const anyway = await post({ anyway: true })
    expect([anyway.status, anyway.body.duplicate]).toEqual([201, undefined])
    expect((await post({ anyway: 'yes' })).status).toBe(400)
  })
})
