import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { seedListings } from '../seed/seed-listings.ts'
import { countMarks } from './count-marks.ts'

it('counts what each rule could mark and what it marks', async () => {
  changeCampus({ region: builtInCampus.region })
  const db = await openTestDatabase('sqlite')
  const now = Date.UTC(2026, 10, 15, 12)
  await seedListings(db, { listings: 60, ended: 0, sellers: 60, now })
  await db.run(sql`UPDATE listings SET description = ''`)
  await db.run(sql`UPDATE listings SET description = 'Pay by wire. Damage deposit.' WHERE id <= 30`)
  const rentals = await db.all<{ id: number }>(
    sql`SELECT id FROM listings WHERE category IN ('rental', 'wanted')`,
  )
  const marks = await countMarks(db, now)
  const marksOf = (rule: string) => marks.find((each) => each.rule === rule)
  expect(marksOf('words payment')).toEqual({ rule: 'words payment', read: 60, marked: 30 })
  expect(marksOf('words keys')).toMatchObject({ read: 60, marked: 0 })
  expect(marksOf('nudge deposits')).toMatchObject({
    read: rentals.length,
    marked: rentals.filter(({ id }) => id <= 30).length,
  })
  expect(marksOf('photo')).toMatchObject({ read: 0 })
})
