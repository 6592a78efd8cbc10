import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { requestMalformedPages } from '../hostile/request-malformed-pages.ts'
import { sendMalformedRequests } from '../hostile/send-malformed-requests.ts'
import { buildTestAppWithUsers } from '../support/build-test-app-with-users.ts'
import { engines, testDatabaseSettings } from '../support/databases.ts'
import { reportFigures } from '../support/faults/figures.ts'
import { startServer } from '../support/start-server.ts'

const megabyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function measureHeapAfterGc(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / megabyte
}

it.each(engines)('10,000 malformed requests on %s leave the heap at its size', async (engine) => {
  const testApp = await buildTestAppWithUsers(engine, { RATE_LIMIT: 'off' })
  const warmUp = await sendMalformedRequests(testApp, { each: 30, seed: 1 })
  const before = measureHeapAfterGc()
  const each = Math.ceil(10_000 / warmUp.operations)
  const { sent, counts } = await sendMalformedRequests(testApp, { each, seed: 7 })
  const after = measureHeapAfterGc()
  reportFigures(`malformed requests on ${engine}`, {
    sent,
    'by status': JSON.stringify(counts).replaceAll('"', ''),
    'heap before': `${before.toFixed(1)} MB`,
    'heap after': `${after.toFixed(1)} MB`,
  })
  expect(sent).toBeGreaterThanOrEqual(10_000)
  expect(after - before).toBeLessThan(32)
})

it.each(engines)('2,000 malformed page URLs on %s get pages', async (engine) => {
  const server = await startServer({ ...(await testDatabaseSettings(engine)), RATE_LIMIT: 'off' })
  onTestFinished(() => void server.process.kill())
  const counts = await requestMalformedPages(server, { times: 2_000, seed: 11 })
  reportFigures(`malformed page URLs on ${engine}`, {
    'by status': JSON.stringify(counts).replaceAll('"', ''),
  })
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toMatch(/failed|Error/)
})
