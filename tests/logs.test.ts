import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ada } from './support/http-client.ts'
import { startServer } from './support/start-server.ts'

it('logs contain no password, token or e-mail address', async () => {
  const server = await startServer({ LOG_LEVEL: 'trace' })
  const post = (path: string, body: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/api/users', ada)
  await post('/api/users', ada)
  const login = await post('/api/auth/login', ada)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await post('/api/auth/login', { ...ada, password: 'wrong horse 1!' })
  await post('/api/auth/reset-password', { email: ada.email })
  const outbox = join(server.dataDir, 'outbox')
  await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(1)
  const [name = ''] = await readdir(outbox)
  const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll('=\r\n', '')
  const token = /token=(?:3D)?([\w-]+)/.exec(mail)?.[1] ?? ''
  await fetch(`${server.url}/reset-password?token=${token}`, { headers: { cookie } })
  await fetch(`${server.url}/api/auth/change-password?token=${token}`)
  await post('/api/auth/change-password', { token, password: 'another horse 2!' })
  const renewToken = 'token-of-a-link-that-renews-a-listing'
  await fetch(`${server.url}/renew?token=${renewToken}`, { headers: { cookie } })
  const form = new URLSearchParams({ token: renewToken })
  await fetch(`${server.url}/renew`, { method: 'POST', body: form })
  await server.stop()
  const log = server.output()
  expect(log).toContain('mail sent')
  const passwords = [ada.password, 'wrong horse', 'another horse']
  const secrets = [ada.email, ...passwords, token, renewToken, cookie.slice(5)]
  expect(secrets.every((secret) => secret.length > 4)).toBe(true)
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})
