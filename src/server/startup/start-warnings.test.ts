import sql from 'sql-template-tag'
import { beforeEach, expect, it, vi } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { readConfig } from '../config.ts'
import { findStartWarnings } from './resources.ts'

const campus = vi.hoisted(() => ({ hasPostalAddress: true, contactEmail: 'us@campus.ca' }))
vi.mock('#campus.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  get hasPostalAddress() {
    return campus.hasPostalAddress
  },
  get contactEmail() {
    return campus.contactEmail
  },
}))

const real = { ...campus }
beforeEach(() => void Object.assign(campus, real))

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
  campus.hasPostalAddress = false
  const expected = [expect.stringMatching(/postalAddress in src\/campus\.ts/)]
  expect(await warnings({ APP_URL, SMTP_URL })).toEqual(expected)
})

it('a site that sends mail needs a contact who reads it', async () => {
  campus.contactEmail = 'hello@quad.example'
  const expected = [expect.stringMatching(/contactEmail in src\/campus\.ts/)]
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
