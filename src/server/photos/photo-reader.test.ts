import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '../durations.ts'
import { createPhotoReader } from './photo-reader.ts'
import type { PhotoStore } from './photo-store.ts'

let now = 0

beforeEach(() => {
  now = 1_000
  // lru-cache reads the time with performance.now() and caches it for a millisecond with setTimeout.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function advanceTime(ms: number) {
  now += ms
  vi.advanceTimersByTime(ms)
}

/** All photos in its store have one variant of 320 pixels and ten bytes; `reads` lists the reads of the store. */
function openReader(maxCachedBytes?: number) {
  const reads: string[] = []
  const get: PhotoStore['get'] = async (name, width) => {
    reads.push(`${name}-${width}`)
    return width === 320 ? Buffer.alloc(10) : undefined
  }
  const open = createPhotoReader({ get } as PhotoStore, maxCachedBytes)
  return { open, reads }
}

describe('photo reader', () => {
  it('evicts the least recently used variants beyond its size', async () => {
    const { open, reads } = openReader(30)
    for (const name of ['a', 'b', 'c', 'a', 'd']) await open(name, 320)
    reads.length = 0
    for (const name of ['a', 'c', 'd', 'b']) await open(name, 320)
    expect(reads).toEqual(['b-320'])
  })

  it('serves but does not cache a variant larger than the cache', async () => {
    const { open, reads } = openReader(9)
    for (let index = 0; index < 2; index++) {
      expect(await open('a', 320)).toMatchObject({ bytes: Buffer.alloc(10), width: 320 })
    }
    expect(reads).toEqual(['a-320', 'a-320'])
  })

  it('reads a variant again after an hour', async () => {
    const { open, reads } = openReader()
    await open('a', 320)
    advanceTime(hourMs - 1)
    await open('a', 320)
    expect(reads).toEqual(['a-320'])
    advanceTime(2)
    await open('a', 320)
    expect(reads).toEqual(['a-320', 'a-320'])
  })

  it('looks for a missing variant again after an hour', async () => {
    const { open, reads } = openReader()
    await open('a', 1280)
    expect(reads).toEqual(['a-1280', 'a-640', 'a-320'])
    await open('a', 1280)
    expect(reads).toHaveLength(3)
    advanceTime(hourMs + 1)
    await open('a', 1280)
    expect(reads).toHaveLength(6)
  })
})
