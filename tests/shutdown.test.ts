import { describe, expect, it } from 'vitest'
import { anyEngine } from './support/databases.ts'
import { startApp } from './support/faults/app-process.ts'
import { killDuringWrites } from './support/faults/kill-during-writes.ts'
import { terminateUnderLoad } from './support/faults/terminate-under-load.ts'
import { countByOutcome } from './support/faults/visitors.ts'

// The test environment turns load shedding off, because the machine is busy with other tests.
const settings = { NODE_ENV: 'test' }

/** A short version of `npm run test:faults`. */
describe.each(anyEngine)('server on %s', { timeout: 180_000 }, (engine) => {
  it('loses no acknowledged write when killed', async () => {
    const app = await startApp(engine, settings)
    const students = ['Ada', 'Bea']
    const { problems } = await killDuringWrites(app, {
      kills: process.env.TEST_ALL ? 2 : 1,
      students,
      seed: 11,
      afterMs: [300, 500],
    })
    expect(problems).toEqual([])
  })

  it('finishes the requests in flight on SIGTERM', async () => {
    const app = await startApp(engine, settings)
    const { exitCodes, partialStatuses, failed } = await terminateUnderLoad(app, 1, 6)
    expect(countByOutcome(failed)).toBe('')
    expect(partialStatuses).toEqual(['HTTP/1.1 201 Created'])
    expect(exitCodes).toEqual([0])
  })
})
