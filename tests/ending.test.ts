import { describe, expect, it } from 'vitest'
import { engines } from './support/databases.ts'
import { startApp } from './support/faults/app-process.ts'
import { killUnderWrites } from './support/faults/kill-rounds.ts'
import { terminateUnderLoad } from './support/faults/terminate-rounds.ts'
import { tally } from './support/faults/visitors.ts'

// A machine that is busy with other tests is no overload.
const settings = { NODE_ENV: 'test' }

/** A few rounds of what `npm run test:faults` does at length. */
describe.each(engines)('the server on %s', { timeout: 180_000 }, (engine) => {
  it('loses nothing it acknowledged when it is killed', async () => {
    const app = await startApp(engine, settings)
    const students = ['Ada', 'Bea']
    const { problems } = await killUnderWrites(app, {
      kills: 2,
      students,
      seed: 11,
      afterMs: [300, 500],
    })
    expect(problems).toEqual([])
  })

  it('answers the requests under way when it is told to end', async () => {
    const app = await startApp(engine, settings)
    const { codes, halves, failed } = await terminateUnderLoad(app, 1, 6)
    expect(tally(failed)).toBe('')
    expect(halves).toEqual(['HTTP/1.1 201 Created'])
    expect(codes).toEqual([0])
  })
})
