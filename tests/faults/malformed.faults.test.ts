import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { askForOddPages } from '../hostile/malformed-pages.ts'
import { sendMalformedRequests } from '../hostile/malformed-requests.ts'
import { engines, testDatabaseSettings } from '../support/databases.ts'
import { figures } from '../support/faults/figures.ts'
import { openMarket } from '../support/market.ts'
import { startServer } from '../support/running-server.ts'

const megabyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function heapAfterCollecting(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / megabyte
}

it.each(engines)(
  'ten thousand malformed requests leave %s whole and the memory flat',
  async (engine) => {
    const market = await openMarket(engine, { RATE_LIMIT: 'off' })
    const warmedUp = await sendMalformedRequests(market, { each: 30, seed: 1 })
    const before = heapAfterCollecting()
    const each = Math.ceil(10_000 / warmedUp.calls)
    const { sent, counts } = await sendMalformedRequests(market, { each, seed: 7 })
    const after = heapAfterCollecting()
    figures(`malformed requests on ${engine}`, {
      sent,
      'by status': JSON.stringify(counts).replaceAll('"', ''),
      'heap before': `${before.toFixed(1)} MB`,
      'heap after': `${after.toFixed(1)} MB`,
    })
    expect(sent).toBeGreaterThanOrEqual(10_000)
    expect(after - before).toBeLessThan(32)
  },
)

it.each(engines)('two thousand malformed addresses are pages on %s', async (engine) => {
  const server = await startServer({ ...(await testDatabaseSettings(engine)), RATE_LIMIT: 'off' })
  onTestFinished(() => void server.process.kill())
  const counts = await askForOddPages(server, { times: 2_000, seed: 11 })
  figures(`malformed addresses on ${engine}`, {
    'by status': JSON.stringify(counts).replaceAll('"', ''),
  })
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toMatch(/failed|Error/)
})
