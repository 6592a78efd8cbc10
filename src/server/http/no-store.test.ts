import { expect, it } from 'vitest'
import { studentHeader } from '#contract/offline.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'

/** A logout names nobody. The others answer everyone alike, and look up no session. */
const logout = `GET ${apiPaths.logout}`
const forEveryone = [apiPaths.health]

it('the service worker is never told that a logged-in student is nobody', async () => {
  const { app, ada } = await buildTestAppWithUsers('sqlite')
  const { id, seller } = (await ada.post('/api/misc', listingInputs.misc)).body
  const own = String(seller.id)
  // The forms that links in emails lead to are outside /api.
  const routes = app.routeList.filter(
    (route) => /^(GET|POST \/(?!api\/)) ?/.test(route) && route !== logout,
  )
  const named = new Set<unknown>()
  for (const route of routes) {
    const [method, path = ''] = route.split(' ')
    const isOwn = path.startsWith('/api/users/:id')
    const url = path.replace(':id', isOwn ? own : String(id)).replace(/:part\(.*?\)/, '0')
    const headers = { cookie: ada.cookie() }
    const response = await app.inject({ method: method as 'GET', url, headers })
    const name = response.headers[studentHeader]
    expect([undefined, own], route).toContain(name)
    const isPersonal = response.headers['cache-control'] === 'no-store'
    if (isPersonal && response.statusCode === 200 && !forEveryone.includes(path)) {
      expect(name, route).toBe(own)
      named.add(path)
    }
  }
  const personal = [apiPaths.me, '/api/misc/:id', '/api/users/:id/misc']
  expect(personal.filter((path) => !named.has(path))).toEqual([])
})
