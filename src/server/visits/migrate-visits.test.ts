import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { migrate, migrateUpTo } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { dayMs, hourMs } from '../durations.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1)'

it.each(engines)('the migration counts old visit rows per day and page on %s', async (engine) => {
  const db = await openDatabase(await testDatabaseSettings(engine))
  onTestFinished(() => db.close())
  await migrateUpTo(db, 5)
  await db.run(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Byron', ${at('ada')}, '', 1)`)
  await db.run(sql`
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at)
    VALUES ('rental', 1, 'Room', 1, '', '{}', '[]', '', 1, 1)`)
  const visit = (path: string, visitedAt: number, userAgent = firefox) =>
    db.run(sql`
      INSERT INTO visits (path, user_agent, visited_at)
      VALUES (${path}, ${userAgent}, ${visitedAt})`)
  const midnight = 20_000 * dayMs + 5 * hourMs
  await visit('/', midnight - 1)
  await visit('/', midnight)
  await visit('/', midnight + dayMs - 1)
  await visit('/rentals/1', midnight)
  await visit('/misc/1', midnight)
  await visit('/rentals/2', midnight)
  await visit('/wp-login.php', midnight)
  await visit('/', midnight, googlebot)
  await visit('/', midnight, '')
  await migrate(db)
  expect(await db.all(sql`SELECT day, path, visits FROM daily_visits ORDER BY 1, 2`)).toEqual([
    { day: 19_999, path: '/', visits: 1 },
    { day: 20_000, path: '/', visits: 2 },
    { day: 20_000, path: '/rentals/1', visits: 1 },
    { day: 20_000, path: 'other', visits: 3 },
  ])
  await expect(db.all(sql`SELECT * FROM visits`)).rejects.toThrow('visits')
})
