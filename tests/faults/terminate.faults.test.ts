import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { figures } from '../support/faults/figures.ts'
import { terminateUnderLoad } from '../support/faults/terminate-rounds.ts'
import { tally } from '../support/faults/visitors.ts'

const times = 6

// Fails when the process exits at once, and when idle connections are closed before what lies in them is read.
describe.each(engines)('told to end under load on %s', (engine) => {
  it('answers every request that was under way, and exits 0', async () => {
    const app = await startApp(engine)
    const ending = await terminateUnderLoad(app, times, 16)
    const { codes, halves, underWay, failed } = ending
    figures(`SIGTERM under load, ${engine}`, {
      times,
      'requests before it': underWay.length,
      failed: failed.length,
      'answered after it': ending.answeredLater.length,
      'cut off after it': ending.cutOffLater.length,
      'exit codes': codes.join(' '),
    })
    expect(tally(failed)).toBe('')
    // A busy machine may have refused one before, as overload.
    for (const half of halves) expect(half).toMatch(/^HTTP\/1\.1 (201|503) /)
    expect(codes).toEqual(Array(times).fill(0))
  })
})
