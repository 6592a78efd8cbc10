import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

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
