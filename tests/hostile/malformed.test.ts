import { describe, expect, it } from 'vitest'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { openMarket } from '#tests/support/market.ts'
import { startServer } from '#tests/support/running-server.ts'
import { askForOddPages } from './malformed-pages.ts'
import { sendMalformedRequests } from './malformed-requests.ts'

/** The fault tests send ten thousand; these are the first of the same. */
describe.each(engines)('malformed requests on %s', (engine) => {
  it('are answered properly by every call there is', async () => {
    const market = await openMarket(engine, { RATE_LIMIT: 'off' })
    const { calls, counts } = await sendMalformedRequests(market, { each: 30, seed: 7 })
    expect(calls).toBeGreaterThan(30)
    // Past the checks as well as refused by each of them: else little was tried.
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['200', '201', '400', '401', '404']))
  }, 120_000)

  it('are answered with pages outside the API', async () => {
    const server = await startServer({
      ...(await testDatabaseSettings(engine)),
      RATE_LIMIT: 'off',
    })
    try {
      const counts = await askForOddPages(server, { times: 150, seed: 7 })
      expect(Object.keys(counts)).toEqual(expect.arrayContaining(['200', '302', '404']))
    } finally {
      expect(await server.stop()).toBe(0)
    }
  }, 120_000)
})
