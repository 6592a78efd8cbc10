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

/** Photos in its store have one variant of 320 pixels; `reads` lists the reads of the store. */
function openReader() {
  const reads: string[] = []
  const stored = new Set(['a'])
  const get: PhotoStore['get'] = async (name, width) => {
    reads.push(`${name}-${width}`)
    return width === 320 && stored.has(name) ? Buffer.alloc(10) : undefined
  }
  return { open: createPhotoReader({ get }), reads, stored }
}

describe('photo reader', () => {
  it('finds a photo no longer once another process has removed it from the store', async () => {
    const { open, stored } = openReader()
    expect(await open('a', 640)).toEqual({ bytes: Buffer.alloc(10), width: 320 })
    stored.delete('a')
    expect(await open('a', 640)).toBeUndefined()
    expect(await open('a', 320)).toBeUndefined()
  })

  it('looks for a missing variant again after an hour', async () => {
    const { open, reads } = openReader()
    await open('a', 1280)
    expect(reads).toEqual(['a-1280', 'a-640', 'a-320'])
    await open('a', 1280)
    expect(reads.slice(3)).toEqual(['a-320'])
    advanceTime(hourMs + 1)
    await open('a', 1280)
    expect(reads.slice(4)).toEqual(['a-1280', 'a-640', 'a-320'])
  })
})
