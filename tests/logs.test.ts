import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { ada, bob } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'
import { waitForCodes } from './support/mailed-codes.ts'
import { findResetLink } from './support/reset-link.ts'
import { startServer } from './support/start-server.ts'

it('logs contain no password, token, code, email address, name or message', async () => {
  const server = await startServer({ LOG_LEVEL: 'trace', VERIFY_EMAIL: 'on' })
  const post = (path: string, body: object, headers = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  await post('/api/users', ada)
  await post('/api/users', ada)
  const login = await post('/api/auth/login', ada)
  const [cookie = '', deviceCookie = ''] = login.headers
    .getSetCookie()
    .map((header) => header.split(';')[0] ?? '')
  await post('/api/auth/login', { ...ada, password: 'wrong horse 1!' })
  const [code = ''] = await waitForCodes(server.dataDir, ada.email, 1)
  expect((await post('/api/auth/confirm', { code }, { cookie })).status).toBe(200)
  await post('/api/users', bob)
  const bobs = { cookie: readCookie(await post('/api/auth/login', bob)) }
  const [bobsCode = ''] = await waitForCodes(server.dataDir, bob.email, 1)
  expect((await post('/api/auth/confirm', { code: bobsCode }, bobs)).status).toBe(200)
  const lamp = await (await post('/api/misc', listingInputs.misc, { cookie })).json()
  const first = { body: 'Is the mauve lampshade yours?', client_id: randomUUID() }
  const messages = apiPaths.listingMessages('misc', lamp.id)
  expect((await post(messages, first, bobs)).status).toBe(201)
  // The message is sent as a text that is refused, and as a body that is not JSON.
  await post(messages, { ...first, body: 'mauve\u0007' }, bobs)
  await fetch(server.url + messages, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bobs },
    body: `{"body": "${first.body}`,
  })
  await fetch(server.url + apiPaths.threads(), { headers: { cookie } })
  const search = { category: 'misc', query: 'q=vermilion' }
  expect((await post(apiPaths.savedSearches, search, bobs)).status).toBe(201)
  await post(apiPaths.savedSearches, { ...search, query: 'q=vermilion&max_price=vermilion' }, bobs)
  await post('/api/auth/reset-password', { email: ada.email })
  const link = await findResetLink(server.dataDir, ada.email)
  const [, token = ''] = link.split('token=')
  await fetch(`${server.url}/reset-password?token=${token}`, { headers: { cookie } })
  await post('/api/auth/reset-password/check', { token })
  await post('/api/auth/change-password', { token, password: 'another horse 2!' })
  const again = await post('/api/auth/login', { ...ada, password: 'another horse 2!' })
  const passwords = { current: 'another horse 2!', password: 'a third horse 3!' }
  const changed = await post('/api/users/me/password', passwords, { cookie: readCookie(again) })
  const session = { cookie: readCookie(changed) }
  await fetch(`${server.url}/api/users/me/export`, { headers: session })
  const deletion = await fetch(`${server.url}/api/users/me`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', ...session },
    body: JSON.stringify(passwords),
  })
  expect(deletion.status).toBe(204)
  const renewToken = 'token-of-a-link-that-renews-a-listing'
  await fetch(`${server.url}/renew?token=${renewToken}`, { headers: { cookie } })
  const form = new URLSearchParams({ token: renewToken })
  await fetch(`${server.url}/renew`, { method: 'POST', body: form })
  const appeal = { token: 'token-of-a-link-to-appeal', text: 'It is mine' }
  await fetch(`${server.url}/api/appeal?token=${appeal.token}`)
  await fetch(`${server.url}/appeal`, { method: 'POST', body: new URLSearchParams(appeal) })
  const exportLinkQuery = '1.token-of-a-link-that-exports'
  await fetch(server.url + apiPaths.exportLink(exportLinkQuery))
  await fetch(server.url + pagePaths.exportData(exportLinkQuery), { headers: { cookie } })
  const exporting = new URLSearchParams({ token: exportLinkQuery })
  await fetch(`${server.url}/export`, { method: 'POST', body: exporting })
  const unsubscribeToken = 'token-of-a-link-that-ends-mails'
  await fetch(server.url + apiPaths.unsubscribeLink(unsubscribeToken))
  const unsubscribe = server.url + pagePaths.unsubscribe(unsubscribeToken)
  await fetch(unsubscribe, { headers: { cookie } })
  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  await fetch(unsubscribe, { method: 'POST', body: oneClick })
  await server.stop()
  const log = server.output()
  expect(log).toContain('mail sent')
  const events = [...log.matchAll(/"event":"([^"]+)","account":"[\w-]{43}","network":"[\w-]{43}"/g)]
  expect(new Set(events.map(([, kind]) => kind))).toEqual(
    new Set([
      'login',
      'login failure',
      'email confirmation',
      'reset request',
      'password reset',
      'password change',
      'data export',
      'account deletion',
    ]),
  )
  const typed = [ada.password, 'wrong horse', 'another horse', 'third horse']
  const cookieValues = [cookie, deviceCookie].map((value) => value.split('=')[1] ?? '')
  const secrets = [
    ada.email,
    bob.email,
    // The log must not name the students, nor contain the text of the message.
    ada.lastName,
    bob.lastName,
    'mauve',
    'vermilion',
    first.client_id,
    ...typed,
    token,
    renewToken,
    exportLinkQuery,
    unsubscribeToken,
    ...Object.values(appeal),
    ...cookieValues,
  ]
  expect(secrets.every((secret) => secret.length > 4)).toBe(true)
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  // The code is searched as a whole number, because times have more digits.
  expect(log).not.toMatch(new RegExp(`\\b${code}\\b`))
})

const readCookie = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
