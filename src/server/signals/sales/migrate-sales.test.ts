import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { migrate, migrateUpTo } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open-database.ts'
import { findSales } from './sold-queries.ts'

it.each(engines)(
  'the migration counts no sale again that is behind an older figure on %s',
  async (engine) => {
    const db = await openDatabase(await testDatabaseSettings(engine))
    onTestFinished(() => db.close())
    await migrateUpTo(db, 52)
    await db.run(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Byron', ${at('ada')}, '', 1)`)
    for (const id of [1, 2, 3, 4]) {
      await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, rank, ranked_at, status, status_changed_at, ends_at,
        went_for_cents, sold_at)
      VALUES ('misc', 1, 'Lamp', 1, '', '{}', '[]', '', 1, 1, ${id}, 1, 'sold', 2, 9, 500, 2)`)
    }
    // The listing 9 was deleted since.
    for (const [id, listingIds] of [
      ['misc kind Furniture', '[1,3,9]'],
      ['misc kind Tickets', '[3]'],
    ]) {
      await db.run(sql`
      INSERT INTO sale_figures (id, sales, low_cents, median_cents, high_cents, within_days,
        is_shown, listing_ids, counted_at)
      VALUES (${id}, 10, 100, 200, 300, 3, 1, ${listingIds}, 5)`)
    }
    await migrate(db)
    expect(await db.all(sql`SELECT * FROM counted_sales ORDER BY listing_id`)).toEqual(
      [1, 3].map((listing_id) => ({
        listing_id,
        handful: null,
        handful_size: null,
        cents: null,
        sold_at: null,
      })),
    )
    expect(await db.all(sql`SELECT * FROM sale_figures`)).toEqual([])
    const sales = await findSales(db, { after: { sold_at: 0, id: 0 }, limit: 10 })
    expect(sales.map(({ id, is_changed }) => [id, is_changed])).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
      [4, 0],
    ])
  },
)
