import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { findFreePort } from '../support/free-port.ts'
import { startDeployedSite, startNginx } from '../support/nginx-server.ts'
import { openThreadSite } from '../support/thread-site.ts'

async function startSite() {
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
  const { readLogs, folder } = await startDeployedSite({
    httpPort,
    httpsPort,
    appUrl: 'https://quad.example',
  })
  async function get(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const client = url.startsWith('https') ? https : http
    const request = client.get(url, { headers, agent: false, rejectUnauthorized: false } as object)
    const [response] = await once(request, 'response')
    response.resume()
    return response
  }
  return {
    readLogs,
    folder,
    getPage: async () => {
      const options = { agent: false, rejectUnauthorized: false } as object
      const request = https.get(`https://127.0.0.1:${httpsPort}/rentals`, options)
      const [response]: IncomingMessage[] = await once(request, 'response')
      const { statusCode: status, headers } = response as IncomingMessage
      return { status, headers, body: await text(response as IncomingMessage) }
    },
    getHttp: (path: string, host: string) => get(`http://127.0.0.1:${httpPort}${path}`, { host }),
    getFrom: async (address: string, path = '/rentals') => {
      const url = `https://127.0.0.1:${httpsPort}${path}`
      return (await get(url, { 'x-test-address': address })).statusCode
    },
  }
}

it('redirects to the address of the site, whatever host the client names', async () => {
  const { getHttp } = await startSite()
  const response = await getHttp('/rentals?q=desk', 'elsewhere.example')
  expect([response.statusCode, response.headers.location]).toEqual([
    301,
    'https://quad.example/rentals?q=desk',
  ])
})

it('counts an IPv6 network as one client and IPv4 addresses apart', async () => {
  const { getFrom } = await startSite()
  const letThrough = 503
  const refused = 429
  expect(await getFrom('2001:db8::1')).toBe(letThrough)
  expect(await getFrom('2001:db8::2')).toBe(letThrough)
  expect(await getFrom('2001:db8::ffff:0a0a')).toBe(refused)
  expect(await getFrom('2001:db8:0:1::1')).toBe(letThrough)
  expect(await getFrom('192.0.2.1')).toBe(letThrough)
  expect(await getFrom('192.0.2.1')).toBe(letThrough)
  expect(await getFrom('192.0.2.1')).toBe(refused)
  expect(await getFrom('192.0.2.2')).toBe(letThrough)
})

it('shows the page that Quad wrote, or a plain sentence before there is one', async () => {
  const { getPage, folder } = await startSite()
  const first = await getPage()
  expect([first.status, first.headers['retry-after']]).toEqual([503, '5'])
  expect(first.body).toContain('This site is busy right now.')
  await writeFile(join(folder, 'down.html'), '<!doctype html><p>Harbour is busy right now.')
  const second = await getPage()
  expect([second.status, second.headers['retry-after'], second.headers['cache-control']]).toEqual([
    ...[503, '5', 'no-store'],
  ])
  expect(second.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(second.body).toContain('Harbour is busy right now.')
})

it('logs neither addresses nor query strings, also of requests that fail', async () => {
  const { getFrom, readLogs } = await startSite()
  for (let sent = 0; sent < 3; sent += 1) {
    await getFrom('2001:db8::1', '/reset-password?token=s3cret')
  }
  await expect.poll(readLogs).toMatch(/GET \/reset-password 429/)
  expect(await readLogs()).toMatch(/GET \/reset-password 503/)
  expect(await readLogs()).not.toMatch(/s3cret|2001:db8/)
})

it('passes on polls that are answered 304, also where it compresses', async () => {
  const { app, ada, bob, messages, reply } = await openThreadSite('sqlite')
  const [port, appPort] = [await findFreePort(), await findFreePort()]
  await app.listen({ port: appPort, host: '127.0.0.1' })
  const gzip = 'gzip on; gzip_proxied any; gzip_types application/json;'
  const url = await startNginx(port, [appPort], gzip)
  const poll = (path: string, etag = '') =>
    fetch(url + path, { headers: { cookie: ada.cookie(), 'if-none-match': etag } })
  for (const path of [messages, apiPaths.threads(), apiPaths.me]) {
    const shown = await poll(path)
    expect(shown.headers.get('content-encoding')).toBe('gzip')
    expect((await poll(path, shown.headers.get('etag') ?? '')).status).toBe(304)
  }
  const etag = (await poll(messages)).headers.get('etag') ?? ''
  await reply(bob, 'Hello?')
  expect((await poll(messages, etag)).status).toBe(200)
})
