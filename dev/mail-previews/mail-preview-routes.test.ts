import { expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'

it('shows every mail in development: as HTML, as text and as it is sent', async () => {
  const { app } = await buildTestApp('sqlite', { NODE_ENV: 'development' })
  const list = await app.inject('/dev/mails')
  expect(list.statusCode).toBe(200)
  const paths = new Set([...list.body.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path))
  expect(paths.size).toBeGreaterThan(60)
  const photos = new Set<string>()
  for (const path of paths) {
    const { statusCode, headers, body } = await app.inject(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(headers['content-type']).toMatch(/\d$/.test(path) ? /^text\/html/ : /^text\/plain/)
    if (path.endsWith('/raw')) expect(body).toContain(`\nFrom: ${campus.brand} <`)
    for (const [, source = ''] of body.matchAll(/ src="([^"]+)"/g)) photos.add(source)
  }
  expect(photos.size).toBeGreaterThan(2)
  for (const source of [...photos].filter((each) => each.startsWith('/dev/'))) {
    expect((await app.inject(source)).headers['content-type']).toBe('image/svg+xml')
  }
  for (const path of [
    '/dev/mails/nothing/0',
    '/dev/mails/password-reset/9',
    '/dev/mails/photo?url=x',
  ]) {
    expect((await app.inject(path)).statusCode).toBe(404)
  }
})

it.each(['production', 'test'])('shows none in %s', async (NODE_ENV) => {
  const { app } = await buildTestApp('sqlite', { NODE_ENV })
  for (const path of ['/dev/mails', '/dev/mails/', '/dev/mails/password-reset/0']) {
    expect((await app.inject(path)).statusCode).toBe(404)
  }
})
