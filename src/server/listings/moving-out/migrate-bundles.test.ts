import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { migrate, migrateUpTo } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open-database.ts'

it.each(engines)('the migration keeps prices for all things of a page on %s', async (engine) => {
  const db = await openDatabase(await testDatabaseSettings(engine))
  onTestFinished(() => db.close())
  await migrateUpTo(db, 49)
  await db.run(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Byron', ${at('ada')}, '', 1)`)
  const sale = (cents: number | null, count: number | null) =>
    db.run(sql`
      INSERT INTO moving_sales (seller_id, client_id, place, pickup_window, bundle_cents,
        bundle_count, created_at)
      VALUES (1, ${crypto.randomUUID()}, 'Lobby', 'Sat', CAST(${cents} AS BIGINT),
        CAST(${count} AS INTEGER), 1)`)
  await sale(3000, 2)
  await sale(1800, 1)
  await sale(null, null)
  for (const [rank, saleId] of [1, 1, 2, 2, 3].entries()) {
    await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, rank)
      VALUES ('misc', 1, 'Lamp', 1, '', '{}', '[]', '', 1, 1, ${rank})`)
    await db.run(sql`
      INSERT INTO moving_sale_items (listing_id, sale_id)
      VALUES ((SELECT max(id) FROM listings), ${saleId})`)
  }
  await migrate(db)
  const rows = await db.all<{ bundle_cents: number | null; bundle_ids: string | null }>(
    sql`SELECT bundle_cents, bundle_ids FROM moving_sales ORDER BY id`,
  )
  expect(rows.map(({ bundle_cents, bundle_ids }) => [bundle_cents, bundle_ids])).toEqual([
    [3000, expect.stringMatching(/^\[(1, ?2|2, ?1)\]$/)],
    [null, null],
    [null, null],
  ])
})
