import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { reportFigures } from '../support/faults/figures.ts'
import { terminateUnderLoad } from '../support/faults/terminate-under-load.ts'
import { countByOutcome } from '../support/faults/visitors.ts'

const times = 6

// Fails if the process exits at once, and if idle connections are closed before their buffers are read.
describe.each(engines)('SIGTERM under load on %s', (engine) => {
  it('lets every request in flight finish, and the server exits with 0', async () => {
    const app = await startApp(engine)
    const result = await terminateUnderLoad(app, times, 16)
    const { exitCodes, partialStatuses, inFlight, failed } = result
    reportFigures(`SIGTERM under load, ${engine}`, {
      times,
      'requests in flight': inFlight.length,
      failed: failed.length,
      'sent later and answered': result.answeredLater.length,
      'sent later and broken': result.brokenLater.length,
      'exit codes': exitCodes.join(' '),
    })
    expect(countByOutcome(failed)).toBe('')
    // On a busy machine the server may have shed the upload.
    for (const status of partialStatuses) expect(status).toMatch(/^HTTP\/1\.1 (201|503) /)
    expect(exitCodes).toEqual(Array(times).fill(0))
  })
})
