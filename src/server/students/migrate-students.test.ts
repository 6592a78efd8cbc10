import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { demoPassword, demoStudents } from '#demo/students.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import type { Db } from '../database/database.ts'
import { migrate, migrateUpTo } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { confirmationOf } from './confirmation/confirmation.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import { findUser, findUserByEmail, updatePasswordHash } from './user-queries.ts'

const firstBuild = 4
const samples = Object.values(demoStudents)

const hashPassword = (password: string) => createPasswordHasher().hash(password, 'localhost')

async function insertWithHash(db: Db, email: string, passwordHash: string) {
  const { id } = await insertTestUser(db, email)
  await updatePasswordHash(db, id, passwordHash)
}

async function openFirstBuild(engine: Engine) {
  const db = await openDatabase(await testDatabaseSettings(engine))
  onTestFinished(() => db.close())
  await migrateUpTo(db, firstBuild)
  return db
}

const findMarked = async (db: Db) =>
  (await db.all<{ email: string }>(sql`SELECT email FROM users WHERE is_sample = 1`)).map(
    ({ email }) => email,
  )

it.each(engines)('nobody loses an account or a listing on %s', async (engine) => {
  const db = await openFirstBuild(engine)
  const { id } = await insertTestUser(db)
  await insertTestUser(db, at('bob', 1, 1))
  for (const title of ['Lamp', 'Desk']) {
    await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at)
      VALUES ('misc', ${id}, ${title}, 1, '', '{}', '[]', '', 1, 1)`)
  }
  await migrate(db)
  expect(await db.all(sql`SELECT email FROM users ORDER BY id`)).toEqual([
    { email: at('ada') },
    { email: at('bob', 1, 1) },
  ])
  expect(await db.all(sql`SELECT title, seller_id, listed FROM listings ORDER BY id`)).toEqual([
    { title: 'Lamp', seller_id: id, listed: 1 },
    { title: 'Desk', seller_id: id, listed: 1 },
  ])
  const account = await findUser(db, id)
  if (!account) throw new Error('The account is gone.')
  expect(account).toMatchObject({ showsEmail: true, mailReminders: true, bouncedAt: null })
  const context = { now: Date.now() }
  expect(confirmationOf(account, { ...context, verifyEmail: true })).toBe('due')
  expect(confirmationOf(account, { ...context, verifyEmail: false })).toBe('confirmed')
})

it.each(engines)(
  'sample and seeded students are marked, and nobody else, on %s',
  async (engine) => {
    const db = await openFirstBuild(engine)
    const seeded = [at('seeded-1', 1, 1), at('seeded-20', 1)]
    const others = [
      at('seed', 1, 1),
      at('seeded-fan', 1, 1),
      at('seeded-1st', 1, 1),
      at('seeded-', 1, 1),
    ]
    for (const email of [...seeded, ...others]) await insertTestUser(db, email)
    const hash = await hashPassword(demoPassword)
    for (const { email } of samples) await insertWithHash(db, email, hash)
    await migrate(db)
    const marked = [...seeded, ...samples.map(({ email }) => email)]
    expect((await findMarked(db)).toSorted()).toEqual(marked.toSorted())
    const sample = await findUserByEmail(db, demoStudents.ada.email)
    expect(sample && confirmationOf(sample, { verifyEmail: true, now: Date.now() })).toBe(
      'confirmed',
    )
  },
)

it.each(engines)(
  'a student with the address of a sample and a password of their own is not marked, on %s',
  async (engine) => {
    const db = await openFirstBuild(engine)
    await db.run(sql`INSERT INTO counters (name, value) VALUES ('demo', 2)`)
    const { ada, mei, noah } = demoStudents
    await insertWithHash(db, ada.email, await hashPassword(demoPassword))
    await insertWithHash(db, mei.email, await hashPassword('the real Mei Zhang 1!'))
    await insertWithHash(db, noah.email, 'locked')
    await migrate(db)
    expect(await findMarked(db)).toEqual([ada.email])
  },
)
