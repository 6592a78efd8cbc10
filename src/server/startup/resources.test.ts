import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { anyEngine, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { readConfig } from '../config.ts'
import { insertSession } from '../students/sessions/session-queries.ts'
import { prepareResources } from './resources.ts'

it.each(anyEngine)('sample students are logged out once APP_URL is set, on %s', async (engine) => {
  const settings = { ...(await testDatabaseSettings(engine)), DEMO: '0' }
  async function start(APP_URL?: string) {
    const config = readConfig({ ...settings, APP_URL })
    const { db } = await prepareResources(config, () => undefined)
    onTestFinished(() => db.close())
    return db
  }
  const db = await start()
  const findLoggedIn = () =>
    db.all(sql`SELECT email FROM sessions JOIN users ON id = user_id ORDER BY email`)
  const session = { secretHash: '', device: null, now: Date.now() }
  const [sample, student] = ['ada.osei@uwaterloo.ca', 'bob@wlu.ca']
  for (const email of [sample, student]) {
    const { id } = await insertTestUser(db, email)
    await insertSession(db, { ...session, selectorHash: email, userId: id })
  }
  await db.run(sql`UPDATE users SET is_sample = 1 WHERE email = ${sample}`)

  await start()
  expect(await findLoggedIn()).toEqual([{ email: sample }, { email: student }])
  await start('https://quad.example')
  expect(await findLoggedIn()).toEqual([{ email: student }])
})
