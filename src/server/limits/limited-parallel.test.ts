import { describe, expect, it } from 'vitest'
import { limitedParallel } from './limited-parallel.ts'

describe('limitedParallel', () => {
  it('never runs more at once than allowed, and runs all of them', async () => {
    const run = limitedParallel({ parallel: 2, waiting: 10 })
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    }
    await Promise.all(Array.from({ length: 12 }, () => run(work)))
    expect({ most, running }).toEqual({ most: 2, running: 0 })
  })

  it('refuses with a time to come back once the line is full, and recovers', async () => {
    const run = limitedParallel({ parallel: 1, waiting: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = run(() => promise)
    const second = run(() => promise)
    await expect(run(() => promise)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    })
    resolve()
    await Promise.all([first, second])
    await expect(run(async () => 'again')).resolves.toBe('again')
  })

  it('frees the place of work that failed', async () => {
    const run = limitedParallel({ parallel: 1, waiting: 0 })
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(run(async () => 'yes')).resolves.toBe('yes')
  })
})
