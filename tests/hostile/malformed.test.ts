import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { anyEngine, engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { runs } from '#tests/support/run-count.ts'
import { startServer } from '#tests/support/start-server.ts'
import { requestMalformedPages } from './request-malformed-pages.ts'
import { sendMalformedRequests } from './send-malformed-requests.ts'

/** A short version of the fault tests. */
describe.each(engines)('malformed requests on %s', (engine) => {
  it('get documented responses from every route', async () => {
    const testApp = await buildTestAppWithUsers(engine, { RATE_LIMIT: 'off' })
    // PostgreSQL accepts other texts and numbers than SQLite, and a few requests are enough to show it.
    const each = engine === 'sqlite' ? runs(60) : runs(20)
    const { operations, counts } = await sendMalformedRequests(testApp, { each, seed: 7 })
    expect(operations).toBeGreaterThan(30)
    // The requests must be accepted as well as rejected in each way. Otherwise the test covers little.
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['200', '201', '400', '401', '404']))
  }, 120_000)
})

describe.each(anyEngine)('malformed requests on %s', (engine) => {
  it('get pages outside the API', async () => {
    const server = await startServer({
      ...(await testDatabaseSettings(engine)),
      RATE_LIMIT: 'off',
    })
    try {
      const counts = await requestMalformedPages(server, { times: runs(300), seed: 7 })
      expect(Object.keys(counts)).toEqual(expect.arrayContaining(['200', '302', '404']))
    } finally {
      expect(await server.stop()).toBe(0)
    }
  }, 120_000)
})
