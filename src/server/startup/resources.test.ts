import { readdir } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, openTestDatabase, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { readConfig } from '../config.ts'
import { insertSession } from '../students/sessions/session-queries.ts'
import { findStartWarnings, prepareResources } from './resources.ts'

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
  const [sample, student] = [at('ada.osei'), at('bob', 1, 1)]
  for (const email of [sample, student]) {
    const { id } = await insertTestUser(db, email)
    await insertSession(db, { ...session, selectorHash: email, studentId: id })
  }
  await db.run(sql`UPDATE users SET is_sample = 1 WHERE email = ${sample}`)

  await start()
  expect(await findLoggedIn()).toEqual([{ email: sample }, { email: student }])
  await start('https://quad.example')
  expect(await findLoggedIn()).toEqual([{ email: student }])
})

it('a start refuses to keep backups in a bucket with photos, and changes nothing', async () => {
  const s3 = await startFakeS3()
  const settings = { ...(await testDatabaseSettings('sqlite')), DEMO: '0', BACKUP_S3_URL: s3.url }
  const photo = { bytes: Buffer.from('photo'), headers: {}, modifiedAt: new Date() }
  s3.objects.set('uploads/0123-320.webp', photo)
  await expect(prepareResources(readConfig(settings), () => undefined)).rejects.toThrow(
    'The bucket "photos" of BACKUP_S3_URL holds photos, which may be public.',
  )
  expect(await readdir(settings.DATA_DIR)).toEqual([])
  s3.objects.clear()
  const { db } = await prepareResources(readConfig(settings), () => undefined)
  await db.close()
})

beforeEach(() => changeCampus({ contactEmail: 'us@campus.ca', postalAddress: '1 College Ave' }))

async function warnings(settings: Record<string, string>, isSample = false) {
  const db = await openTestDatabase('sqlite')
  const { id } = await insertTestUser(db)
  if (isSample) await db.run(sql`UPDATE users SET is_sample = 1 WHERE id = ${id}`)
  return findStartWarnings(db, readConfig(settings))
}

const APP_URL = 'https://quad.example'
const SMTP_URL = 'smtp://mail.example:587'

it('a try-out is warned of nothing, sample students included', async () => {
  expect(await warnings({}, true)).toEqual([])
})

it('a site that others reach needs a mail server', async () => {
  expect(await warnings({ APP_URL })).toEqual([expect.stringMatching(/^APP_URL .*SMTP_URL/)])
})

it('mails need a postal address', async () => {
  expect(await warnings({ APP_URL, SMTP_URL })).toEqual([])
  changeCampus({ postalAddress: null })
  const expected = [expect.stringMatching(/no postal address/)]
  expect(await warnings({ APP_URL, SMTP_URL })).toEqual(expected)
})

it('a site that sends mail needs a contact who reads it', async () => {
  changeCampus({ contactEmail: 'hello@quad.example' })
  const expected = [expect.stringMatching(/contact address .* placeholder/)]
  expect(await warnings({ APP_URL, SMTP_URL })).toEqual(expected)
  expect(await warnings({})).toEqual([])
})

it('sample students cannot log in on a site that others reach', async () => {
  const expected = [expect.stringMatching(/sample students.*npm run remove-samples$/)]
  expect(await warnings({ APP_URL, SMTP_URL }, true)).toEqual(expected)
})

it('limits should be on', async () => {
  expect(await warnings({ RATE_LIMIT: 'off' })).toEqual([expect.stringMatching(/^RATE_LIMIT/)])
})
