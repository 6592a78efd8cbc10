import { expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

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
