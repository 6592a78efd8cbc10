import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

describe('semaphore', () => {
  it('runs all tasks, at most `concurrency` at a time', async () => {
    const run = createSemaphore({ concurrency: 2, maxWaiting: 10 })
    let running = 0
    let maxRunning = 0
    const task = async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise(setImmediate)
      running--
    }
    await Promise.all(Array.from({ length: 12 }, () => run(task)))
    expect({ maxRunning, running }).toEqual({ maxRunning: 2, running: 0 })
  })

  it('rejects with 503 and Retry-After while the queue is full, and accepts tasks afterwards', async () => {
    const run = createSemaphore({ concurrency: 1, maxWaiting: 1 })
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

  it('lets clients take turns, and gives the place of the longest queue to another', async () => {
    const run = createSemaphore({ concurrency: 1, maxWaiting: 3 })
    const order: string[] = []
    const tasks = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) =>
      run(async () => void order.push(name), name[0]),
    )
    const results = await Promise.allSettled(tasks)
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
      ...['fulfilled', 'rejected'],
    ])
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('gives up the place of a task whose signal aborts while it waits', async () => {
    const run = createSemaphore({ concurrency: 1, maxWaiting: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = run(() => promise)
    const client = new AbortController()
    const tasks: string[] = []
    const second = run(async () => void tasks.push('second'), 'a', client.signal)
    client.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    const third = run(async () => void tasks.push('third'), 'a')
    await expect(run(async () => {}, 'a', client.signal)).rejects.toThrow('gone')
    resolve()
    await Promise.all([first, third])
    expect(tasks).toEqual(['third'])
  })

  it('frees the slot of a rejected task', async () => {
    const run = createSemaphore({ concurrency: 1, maxWaiting: 0 })
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(run(async () => 'yes')).resolves.toBe('yes')
  })
})
