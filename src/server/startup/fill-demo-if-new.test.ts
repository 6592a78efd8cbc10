import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { demoListings } from '#demo/listings.ts'
import { demoStudents } from '#demo/students.ts'
import { at } from '#tests/support/campus-email.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { temporarilyUnavailable } from '../errors.ts'
import { insertListing } from '../listings/listing-queries.ts'
import { toUploadedPhoto } from '../photos/attach-photos.ts'
import { upsertPhoto } from '../photos/photo-queries.ts'
import type { Photos } from '../photos/photos.ts'
import { findUserByEmail, insertUser } from '../students/user-queries.ts'
import { prepareDemo } from './fill-demo-if-new.ts'

type Save = Photos['save']

/** Stores rows without drawing or encoding anything. */
const saveRow: Save = async (db, { bytes, uploaderId }) => {
  const name = String(bytes.length).padStart(16, '0') + String(uploaderId).padStart(16, '0')
  const photo = { name, width: 1024, height: 768, preview: '' }
  const upload = { bytes: 1, uploader_id: uploaderId, uploaded_at: 0, hash: undefined }
  await db.transaction((tx) => upsertPhoto(tx, { ...photo, ...upload }))
  return toUploadedPhoto(photo)
}

async function prepare(db: Db, { save = saveRow, isAskedFor = true, isTryOut = true } = {}) {
  const lines: string[] = []
  const resources = { db, photos: { save } }
  const fillDemo = await prepareDemo({
    config: {
      DEMO: isAskedFor || undefined,
      DATABASE_URL: undefined,
      isTryOut,
    },
    ...resources,
    log: (line: string) => lines.push(line),
    draw: async (svg) => Buffer.from(svg),
  })
  const fill = fillDemo && ((signal: AbortSignal) => fillDemo(resources, signal))
  return { fill, lines }
}

async function fillWith(save: Save) {
  const { fill, lines } = await prepare(await openTestDatabase('sqlite'), { save })
  await fill?.(new AbortController().signal)
  return lines
}

/** Returns the lines that a later start prints. */
async function startAgain({ isTryOut = true, isSample = true } = {}) {
  const db = await openTestDatabase('sqlite')
  await db.run(sql`INSERT INTO site_state (name, value) VALUES ('demo', 'filled')`)
  await insertUser(db, { ...demoStudents.ada, passwordHash: '', createdAt: 0, isSample })
  const { fill, lines } = await prepare(db, { isTryOut })
  expect(fill).toBeUndefined()
  return lines
}

const readTitles = async (db: Db) =>
  (
    await db.all<{ title: string }>(sql`
      SELECT title FROM listings JOIN users ON users.id = seller_id
      WHERE is_sample = 1 ORDER BY listings.id`)
  ).map(({ title }) => title)

describe('the demo', () => {
  it('says how to log in as a sample student, where one can', async () => {
    const { email, password } = demoStudents.ada
    expect(await startAgain()).toEqual([expect.stringContaining(`${email} with ${password}`)])
    expect(await startAgain({ isTryOut: false })).toEqual([])
    expect(await startAgain({ isSample: false })).toEqual([])
  })

  it('is for a try-out, unless it is asked for', async () => {
    const db = await openTestDatabase('sqlite')
    const { fill } = await prepare(db, { isAskedFor: false, isTryOut: false })
    expect(fill).toBeUndefined()
    expect(await db.all(sql`SELECT id FROM users`)).toEqual([])
  })

  it('has its students before the site serves, and its listings later', async () => {
    const db = await openTestDatabase('sqlite')
    const { fill, lines } = await prepare(db, { save: () => expect.unreachable() })
    expect(fill).toBeDefined()
    expect(await findUserByEmail(db, demoStudents.ada.email)).toMatchObject({ isSample: true })
    expect(await readTitles(db)).toEqual([])
    expect(lines).toEqual([])
  })

  it('goes on where it was stopped, whatever students do meanwhile, and is filled once', async () => {
    const db = await openTestDatabase('sqlite')
    const stopping = new AbortController()
    let photos = 0
    const save: Save = async (...upload) => {
      photos++
      if (photos === 9) stopping.abort()
      return saveRow(...upload)
    }
    const { fill } = await prepare(db, { save })
    await fill?.(stopping.signal)
    const stoppedAt = (await readTitles(db)).length
    expect(stoppedAt).toBeGreaterThan(2)
    expect(stoppedAt).toBeLessThan(10)

    // A visitor posts a listing, and somebody who has logged in as a sample student deletes one.
    const { id: seller_id } = await insertTestUser(db, at('real'))
    await insertListing(db, {
      ...{ title: 'Lamp', price_cents: 100, description: '', details: '{}', search_text: '' },
      ...{ category: 'misc', seller_id, posted_at: Date.now(), ends_at: Date.now() + dayMs },
    })
    await db.run(sql`DELETE FROM listings WHERE id = 1`)
    const second = await prepare(db)
    await second.fill?.(stopping.signal)
    expect(await readTitles(db)).toHaveLength(stoppedAt - 1)
    await second.fill?.(new AbortController().signal)
    const count = demoListings(new Date()).length
    expect(await readTitles(db)).toHaveLength(count - 1)
    expect(second.lines).toContain('Sample content is in place.')
    expect(second.lines).toContainEqual(expect.stringMatching(/^20 of \d+ sample listings added$/))
    expect(await db.all(sql`SELECT value FROM site_state WHERE name = 'demo'`)).toEqual([
      { value: 'filled' },
    ])
    expect((await prepare(db)).fill).toBeUndefined()
  })

  it('says that it is not complete when the photo store is unavailable', async () => {
    const lines = await fillWith(() => Promise.reject(temporarilyUnavailable()))
    expect(lines.at(-1)).toMatch(/^The sample content is not complete: .* DEMO=0/)
  })

  it('rethrows an unexpected error unchanged', async () => {
    const bug = new TypeError('a bug')
    await expect(fillWith(() => Promise.reject(bug))).rejects.toBe(bug)
  })
})
