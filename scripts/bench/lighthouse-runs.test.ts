import { describe, expect, it, vi } from 'vitest'
import { BenchError } from './bench-context.ts'
import { LighthouseRunError, readFailure, repeatFailedRuns } from './lighthouse-runs.ts'

const noTrace = new LighthouseRunError('Something went wrong. (NO_NAVSTART)')

describe('repeating failed runs', () => {
  it('repeats a run that fails twice and then succeeds, and says so', async () => {
    const log = vi.fn()
    const run = vi
      .fn()
      .mockRejectedValueOnce(noTrace)
      .mockRejectedValueOnce(new LighthouseRunError('Unable to connect to Chrome'))
      .mockResolvedValueOnce('visit')
    await expect(repeatFailedRuns('landing', log, run)).resolves.toBe('visit')
    expect(log.mock.calls).toEqual([
      ['landing: run 1 of 3 failed and is repeated. Something went wrong. (NO_NAVSTART)'],
      ['landing: run 2 of 3 failed and is repeated. Unable to connect to Chrome'],
    ])
  })

  it('gives up after the third failure and names the page', async () => {
    const log = vi.fn()
    const run = vi.fn().mockRejectedValue(noTrace)
    await expect(repeatFailedRuns('browse', log, run)).rejects.toThrow(
      new BenchError(
        'Lighthouse failed 3 times in a row on the page "browse". Something went wrong. (NO_NAVSTART)',
      ),
    )
    expect(run).toHaveBeenCalledTimes(3)
    expect(log).toHaveBeenCalledTimes(2)
  })

  it.each([new TypeError('audits is undefined'), new BenchError('Lighthouse needs a browser.')])(
    'passes on %s at once',
    async (error) => {
      const log = vi.fn()
      const run = vi.fn().mockRejectedValue(error)
      await expect(repeatFailedRuns('detail', log, run)).rejects.toBe(error)
      expect(run).toHaveBeenCalledTimes(1)
      expect(log).not.toHaveBeenCalled()
    },
  )
})

it.each([
  [
    'Runtime error encountered: Something went wrong. (NO_NAVSTART)\nLighthouseError\n    at run.js:1',
    'Something went wrong. (NO_NAVSTART)',
  ],
  ['(node:1) Warning: old\nRuntime error encountered: No paint. (NO_FCP)\n', 'No paint. (NO_FCP)'],
  ['\nUnable to connect to Chrome\n', 'Unable to connect to Chrome'],
  ['', 'It exited with code 1 and said nothing.'],
])('reads the reason from %j', (stderr, reason) => {
  expect(readFailure(stderr, 1)).toBe(reason)
})
