import { expect, it } from 'vitest'
import { byteCache } from './byte-cache.ts'

it('keeps what was asked for most recently', () => {
  const cache = byteCache(30)
  for (const key of ['a', 'b', 'c']) cache.set(key, Buffer.alloc(10))
  cache.get('a')
  cache.set('d', Buffer.alloc(10))
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd'])
})

it('lets go of a photo after an hour', () => {
  const clock = { now: 0 }
  const cache = byteCache(30, () => clock.now)
  cache.set('a', Buffer.alloc(10))
  clock.now = 3_599_999
  expect(cache.get('a')).toBeDefined()
  clock.now = 3_600_000
  expect(cache.get('a')).toBeUndefined()
})

it('counts a replaced entry once, and holds nothing larger than itself', () => {
  const cache = byteCache(30)
  cache.set('a', Buffer.alloc(20))
  cache.set('a', Buffer.alloc(20))
  cache.set('b', Buffer.alloc(10))
  expect(cache.get('a')).toBeDefined()
  cache.set('c', Buffer.alloc(31))
  expect(['a', 'b', 'c'].filter((key) => cache.get(key))).toEqual([])
})
