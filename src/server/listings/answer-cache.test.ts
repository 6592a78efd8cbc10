import { describe, expect, it, vi } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

describe('the answer cache', () => {
  it('makes an answer once, until the counter changes', async () => {
    const answer = createAnswerCache()
    const make = vi.fn(async () => `answer ${make.mock.calls.length}`)
    expect(await answer('/a', 1, make)).toBe('answer 1')
    expect(await answer('/a', 1, make)).toBe('answer 1')
    expect(await answer('/b', 1, make)).toBe('answer 2')
    expect(await answer('/a', 2, make)).toBe('answer 3')
    expect(await answer('/a', 2, make)).toBe('answer 3')
  })

  it('lets go of what was not asked for longest', async () => {
    const answer = createAnswerCache({ all: 10, one: 5 })
    const make = vi.fn(async () => '12345')
    for (const address of ['/a', '/b', '/a', '/c', '/a']) await answer(address, 1, make)
    expect(make).toHaveBeenCalledTimes(3)
    await answer('/b', 1, make)
    expect(make).toHaveBeenCalledTimes(4)
  })

  it('keeps no answer that is larger than most', async () => {
    const answer = createAnswerCache({ all: 10, one: 5 })
    const make = vi.fn(async () => '123456')
    expect(await answer('/a', 1, make)).toBe('123456')
    await answer('/a', 1, make)
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('keeps nothing of a failure', async () => {
    const answer = createAnswerCache()
    const failing = () => answer('/a', 1, () => Promise.reject(new Error('down')))
    await expect(failing()).rejects.toThrow('down')
    expect(await answer('/a', 1, async () => 'up')).toBe('up')
  })
})
