import { expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'

it('HEAD passes the same gates as GET on every route', async () => {
  const { app, ada } = await buildTestAppWithUsers('sqlite', { LISTING_ACCESS: 'members' })
  const { id } = (await ada.post('/api/misc', listingInputs.misc)).body
  const urls = app.routeList
    .filter((route) => route.startsWith('GET ') && route !== 'GET /api/auth/logout')
    .map((route) =>
      route
        .slice(4)
        .replace(':id', `${id}`)
        .replace(/:part\(.*?\)/, '0'),
    )
  const statuses = new Set<number>()
  for (const url of urls) {
    for (const headers of [{}, { cookie: ada.cookie() }]) {
      const get = await app.inject({ method: 'GET', url, headers })
      const head = await app.inject({ method: 'HEAD', url, headers })
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, ''])
      statuses.add(get.statusCode)
    }
  }
  expect(statuses).toContain(401)
})

it('HEAD does not log out', async () => {
  const { app, ada } = await buildTestAppWithUsers('sqlite')
  const headers = { cookie: ada.cookie() }
  await app.inject({ method: 'HEAD', url: '/api/auth/logout', headers })
  expect((await ada.get('/api/auth/me')).body).toHaveProperty('email')
})
