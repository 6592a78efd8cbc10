import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { createFileForm, encodeForm } from '#tests/support/photo-app.ts'
import { softImage } from '#tests/support/photo-files.ts'
import { dayMs } from '../../durations.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { isSameThing, readPhotoMatches } from './read-photo-matches.ts'

const photo = await softImage(640, 480).jpeg({ quality: 90 }).toBuffer()
const copy = await sharp(photo).resize(500).webp({ quality: 50 }).toBuffer()
const anotherPhoto = await softImage(640, 480, 2).jpeg().toBuffer()
const white = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'white' } })
  .png()
  .toBuffer()

async function openSite(engine: Engine) {
  const site = await buildTestAppWithUsers(engine)
  const { app, db, clock } = site

  async function post(
    client: typeof site.ada,
    category: CategoryId,
    { files, ...input }: { files: Buffer[] } & Record<string, unknown>,
  ): Promise<number> {
    const photos: string[] = []
    for (const file of files) {
      const { headers, payload } = await encodeForm(createFileForm('image', file))
      const cookie = client.cookie()
      const response = await app.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { ...headers, cookie },
        payload,
      })
      photos.push(response.json().url)
    }
    // The clock moves on, so that the upload times say which photo came first.
    clock.now += 1000
    const body = { ...listingInputs[category], ...input, photos }
    const { status, body: posted } = await client.post(apiPaths.list(category), body)
    expect(status).toBe(201)
    return posted.id
  }

  async function read(category: CategoryId, id: number) {
    const row = await findListing(db, { category, id })
    if (!row) throw new Error('There is no listing.')
    return (await readPhotoMatches(db, [row], clock.now)).get(id)
  }

  return { ...site, post, read }
}

describe.each(engines)('readPhotoMatches on %s', { timeout: 30_000 }, (engine) => {
  it("finds a copy on another student's listing at another address, from both sides", async () => {
    const { ada, bob, post, read } = await openSite(engine)
    const first = await post(ada, 'rental', { files: [photo], address: '12 King St N' })
    const files = [anotherPhoto, copy]
    const second = await post(bob, 'rental', { files, address: '99 Albert St' })
    expect(await read('rental', second)).toEqual([
      {
        name: expect.any(String),
        photo: 2,
        differentBits: expect.toSatisfy((bits: number) => bits <= 2),
        other: { category: 'rental', id: first, title: 'Sunny room' },
        isEarlier: true,
      },
    ])
    expect(await read('rental', first)).toMatchObject([
      { photo: 1, other: { id: second }, isEarlier: false },
    ])
  })

  it('reads many listings at once', async () => {
    const { ada, bob, db, clock, post } = await openSite(engine)
    const lamp = await post(ada, 'misc', { files: [photo], title: 'Desk lamp' })
    const ids = [
      await post(bob, 'misc', { files: [copy], title: 'Road bike' }),
      await post(bob, 'misc', { files: [copy, anotherPhoto], title: 'Winter coat' }),
      await post(bob, 'misc', { files: [anotherPhoto], title: 'Rice cooker' }),
    ]
    const rows = await Promise.all(ids.map((id) => findListing(db, { category: 'misc', id })))
    const found = await readPhotoMatches(
      db,
      rows.filter((row) => row !== undefined),
      clock.now,
    )
    expect([...found.keys()].toSorted()).toEqual(ids.slice(0, 2))
    for (const matches of found.values()) {
      expect(matches).toMatchObject([{ photo: 1, other: { id: lamp } }])
    }
  })

  it('finds it in another category, too', async () => {
    const { ada, bob, post, read } = await openSite(engine)
    const room = await post(ada, 'rental', { files: [photo] })
    const sofa = await post(bob, 'misc', { files: [copy], title: 'Sunny room' })
    expect(await read('misc', sofa)).toMatchObject([{ other: { category: 'rental', id: room } }])
  })

  it('finds it whatever became of the other, for 180 days after it was posted', async () => {
    const { ada, bob, db, clock, post, read } = await openSite(engine)
    const first = await post(ada, 'rental', { files: [photo], address: '12 King St N' })
    const second = await post(bob, 'rental', { files: [copy], address: '99 Albert St' })
    const isFound = async () => (await read('rental', second)) !== undefined
    for (const status of ['pending', 'sold', 'expired', 'hidden', 'removed']) {
      await db.run(sql`UPDATE listings SET status = ${status} WHERE id = ${first}`)
      expect(await isFound(), status).toBe(true)
    }
    clock.now += 180 * dayMs
    expect(await isFound()).toBe(false)
    // A listed listing is compared whatever its age.
    await db.run(sql`UPDATE listings SET status = 'available' WHERE id = ${first}`)
    expect(await isFound()).toBe(true)
  })

  it.each<[string, CategoryId, object, object]>([
    ['the same address', 'rental', { address: '12 King St N' }, { address: '12 King Street N.' }],
    ['the same title', 'misc', { title: 'Desk lamp' }, { title: 'desk lamp!' }],
    ['textbooks', 'textbook', { book_title: 'Calculus' }, { book_title: 'Biology' }],
  ])('finds nothing on listings with %s', async (_, category, one, other) => {
    const { ada, bob, post, read } = await openSite(engine)
    await post(ada, category, { files: [photo], ...one })
    expect(await read(category, await post(bob, category, { files: [copy], ...other }))).toBe(
      undefined,
    )
  })

  it('finds nothing on a textbook, on their own listing, or without contrast', async () => {
    const { ada, bob, post, read } = await openSite(engine)
    await post(ada, 'textbook', { files: [photo] })
    await post(ada, 'misc', { files: [white], title: 'A page of notes' })
    await post(bob, 'rental', { files: [copy], address: '99 Albert St' })
    const own = await post(bob, 'rental', { files: [copy, white], address: '12 King St N' })
    expect(await read('rental', own)).toBeUndefined()
  })
})

const same: [string, string][] = [
  ['12 King St N', '12 KING STREET NORTH'],
  ['12 King St N, Waterloo', '12 king st.  n'],
  ['3-256 Phillip St', 'Unit 3, 256 Phillip Street, Waterloo, ON N2L 6B6'],
  ['256 Phillip St, room 1', '256 Phillip St, room 2'],
  ['Columbia Street West', '300 Columbia St W, Waterloo'],
  ['Desk lamp', 'desk lamp!'],
  ['Desk lamp', 'Black desk lamp'],
  ['IKEA Markus office chair', 'IKEA Markus ofice chair'],
  ['iPhone 12 mini, blue', 'iPhone 12 mini with a case'],
]

const different: [string, string][] = [
  ['12 King St N', '14 King St N'],
  ['12 King St N, Waterloo', '12 Albert St N, Waterloo'],
  ['12 King St, unit 3, Waterloo', '99 Albert St, unit 3, Waterloo'],
  ['12 King St N, Waterloo, ON N2L 3G1', '99 Albert St, Waterloo, ON N2L 3C5'],
  ['12 King St N, Waterloo', 'Waterloo, ON'],
  ['Columbia St', 'Albert St'],
  ['Desk lamp', 'Road bike'],
  ['Calculus 1', 'Calculus 2'],
  ['', '12 King St N'],
]

describe('isSameThing', () => {
  it.each(same)('%s and %s are', (one, other) => {
    expect(isSameThing(one, other)).toBe(true)
    expect(isSameThing(other, one)).toBe(true)
  })

  it.each(different)('%s and %s are not', (one, other) => {
    expect(isSameThing(one, other)).toBe(false)
    expect(isSameThing(other, one)).toBe(false)
  })
})
