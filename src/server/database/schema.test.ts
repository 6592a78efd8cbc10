import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { findUserReferences } from '#tests/support/read-tables.ts'
import type { Db } from './database.ts'

async function insertUser(db: Db, email: string): Promise<number> {
  const user = await db.get<{ id: number }>(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Lovelace', ${email}, 'x', 1) RETURNING id`)
  return user?.id ?? 0
}

async function insertListing(db: Db, sellerId: number): Promise<number> {
  const listing = await db.get<{ id: number }>(sql`
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at)
    VALUES ('misc', ${sellerId}, 'Lamp', 1250, '', '{}', '[]', 'lamp', 1, 1) RETURNING id`)
  return listing?.id ?? 0
}

describe.each(engines)('the schema on %s', (engine) => {
  it('removes with a user everything that names them, and keeps the photo for the sweep', async () => {
    const db = await openTestDatabase(engine)
    const studentId = await insertUser(db, at('ada'))
    const listingId = await insertListing(db, studentId)
    await db.run(sql`
      INSERT INTO sessions (selector_hash, user_id, secret_hash, rotated_at, created_at, refreshed_at)
      VALUES ('s', ${studentId}, 'x', 1, 1, 1)`)
    await db.run(sql`INSERT INTO password_resets VALUES ('t', ${studentId}, 1, 2)`)
    await db.run(sql`
      INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
      VALUES ('p', 4, 3, '', 99, ${studentId}, 1)`)
    await db.run(sql`INSERT INTO photo_uses VALUES ('p', ${listingId})`)
    await db.run(sql`DELETE FROM users WHERE id = ${studentId}`)
    const left = sql`
      SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM password_resets)
        + (SELECT count(*) FROM listings) + (SELECT count(*) FROM photo_uses) AS n`
    expect(await db.get(left)).toEqual({ n: 0 })
    expect(await db.all(sql`SELECT name, uploader_id FROM photos`)).toEqual([
      { name: 'p', uploader_id: null },
    ])
  })

  it('deletes or detaches every row that references a deleted user', async () => {
    const references = await findUserReferences(await openTestDatabase(engine))
    expect(references.length).toBeGreaterThan(3)
    for (const { table, column, onDelete } of references) {
      expect(['CASCADE', 'SET NULL'], `${table}.${column}`).toContain(onDelete)
    }
  })

  it('keeps a photo that a listing shows', async () => {
    const db = await openTestDatabase(engine)
    const listingId = await insertListing(db, await insertUser(db, at('ada')))
    await db.run(sql`
      INSERT INTO photos (name, width, height, preview, bytes, uploaded_at)
      VALUES ('p', 4, 3, '', 99, 1)`)
    await db.run(sql`INSERT INTO photo_uses VALUES ('p', ${listingId})`)
    await expect(db.run(sql`DELETE FROM photos`)).rejects.toThrow()
    await db.run(sql`DELETE FROM listings`)
    await db.run(sql`DELETE FROM photos`)
  })

  it('never gives the number of a deleted listing to another', async () => {
    const db = await openTestDatabase(engine)
    const studentId = await insertUser(db, at('ada'))
    const deleted = await insertListing(db, studentId)
    await db.run(sql`DELETE FROM listings`)
    expect(await insertListing(db, studentId)).toBeGreaterThan(deleted)
  })

  it('refuses what is not JSON as details, and text as a number', async () => {
    const db = await openTestDatabase(engine)
    await insertListing(db, await insertUser(db, at('ada')))
    await expect(db.run(sql`UPDATE listings SET details = ${'{'}`)).rejects.toThrow()
    await expect(db.run(sql`UPDATE listings SET price_cents = ${'cheap'}`)).rejects.toThrow()
  })
})
