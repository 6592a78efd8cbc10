import { expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

it('runs work of one key in order, also after a failure, and other keys beside it', async () => {
  const run = inTurn()
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = run('a', async () => {
    await promise
    order.push('first')
    throw new Error('failed')
  })
  const second = run('a', async () => order.push('second'))
  await run('b', async () => order.push('other'))
  resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(order).toEqual(['other', 'first', 'second'])
})
