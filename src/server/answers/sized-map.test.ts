import { expect, it } from 'vitest'
import { createSizedMap } from './sized-map.ts'

const lamp = (bytes: number) => ({ bytes })

it('knows how much room its values take, however they come and go', () => {
  const map = createSizedMap<string, { bytes: number }>()
  map.add('a', lamp(10))
  map.add('b', lamp(20))
  map.add('a', lamp(5))
  expect([map.get('a'), map.bytes()]).toEqual([lamp(5), 25])
  expect([map.take('b'), map.take('b'), map.bytes()]).toEqual([lamp(20), undefined, 5])
})

it('lets those leave that have been there longest', () => {
  const map = createSizedMap<number, { bytes: number }>()
  for (const key of [1, 2, 3, 1]) map.add(key, lamp(10))
  map.shrinkTo(20)
  expect([map.get(2), map.bytes(), map.first()]).toEqual([undefined, 20, [3, lamp(10)]])
  map.shrinkTo(0)
  expect([map.bytes(), map.first()]).toEqual([0, undefined])
})
