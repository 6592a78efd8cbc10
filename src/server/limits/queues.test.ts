import { describe, expect, it } from 'vitest'
import { createKeyedMutex, createSemaphore, FairQueue } from './queues.ts'

function fill(maxLength: number, items: string[]) {
  const queue = new FairQueue<string>(maxLength)
  const dropped = items.flatMap((item) => queue.add(item[0] ?? '', item) ?? [])
  const taken: string[] = []
  for (let item = queue.takeNext(); item; item = queue.takeNext()) taken.push(item)
  return { dropped, taken, length: queue.length }
}

it('is first in, first out for one network', () => {
  expect(fill(2, ['a1', 'a2', 'a3'])).toEqual({ dropped: ['a3'], taken: ['a1', 'a2'], length: 0 })
})

it('lets networks take turns', () => {
  expect(fill(9, ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']).taken).toEqual([
    ...['a1', 'b1', 'c1'],
    ...['a2', 'b2'],
    'a3',
  ])
})

it('takes the place of a newcomer from the network that holds most', () => {
  expect(fill(3, ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])).toEqual({
    dropped: ['a3', 'b2', 'a2'],
    taken: ['a1', 'b1', 'c1'],
    length: 0,
  })
})

it('forgets what is removed', () => {
  const queue = new FairQueue<string>(2)
  queue.add('a', 'a1')
  queue.add('a', 'a2')
  queue.remove('a', 'a1')
  queue.remove('a', 'a1')
  queue.remove('b', 'b1')
  expect(queue.length).toBe(1)
  expect([queue.takeNext(), queue.takeNext()]).toEqual(['a2', undefined])
})

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

it('runs tasks of one key in order, also after a failure, and other keys in parallel', async () => {
  const runExclusive = createKeyedMutex()
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = runExclusive('a', async () => {
    await promise
    order.push('first')
    throw new Error('failed')
  })
  const second = runExclusive('a', async () => order.push('second'))
  await runExclusive('b', async () => order.push('other'))
  resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(order).toEqual(['other', 'first', 'second'])
})
