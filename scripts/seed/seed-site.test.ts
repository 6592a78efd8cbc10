import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { seedSite } from './seed-site.ts'

describe.each(engines)('seedSite on %s', (engine) => {
  it('fills every table that grows, and goes on where it was interrupted', async () => {
    const db = await openTestDatabase(engine)
    const counts = async () => {
      const tables = Object.entries(await readAllTables(db))
      return Object.fromEntries(tables.map(([name, rows]) => [name, rows.length]))
    }
    const size = { listings: 200, students: 100, messages: 400 }
    const interrupt = (line: string) => {
      if (line.startsWith('photos')) throw new Error('interrupted')
    }
    await expect(seedSite(db, size, { log: interrupt })).rejects.toThrow('interrupted')
    const log = () => undefined
    await seedSite(db, size, { log })
    const filled = await counts()
    expect(filled).toMatchObject({ listings: 200, threads: 40, messages: 400, favourites: 200 })
    expect(filled).toMatchObject({ thread_members: 80, photos: 200, photo_uses: 200, reports: 10 })
    const students = await db.all(sql`SELECT id FROM users WHERE email LIKE 'full-%'`)
    expect(students).toHaveLength(100)
    const sales = await db.all(sql`
      SELECT listings.id FROM listings JOIN users ON users.id = seller_id
      WHERE status = 'sold' AND went_for_cents IS NOT NULL AND sold_at IS NOT NULL AND is_sample = 0`)
    expect(sales).toHaveLength(60)
    await seedSite(db, size, { log })
    expect(await counts()).toEqual(filled)
  })
})
