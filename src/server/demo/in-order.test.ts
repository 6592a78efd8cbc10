import { describe, expect, it } from 'vitest'
import { inOrder } from './in-order.ts'

describe('working in order', () => {
  it('yields results in order although later items finish first, never more than two at once', async () => {
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
    let running = 0
    let most = 0
    const results: number[] = []
    const all = (async () => {
      const worked = inOrder([0, 1, 2, 3], 2, async (item) => {
        running += 1
        most = Math.max(most, running)
        await gates[item]?.promise
        running -= 1
        return item
      })
      for await (const result of worked) results.push(result)
    })()
    for (const gate of [1, 0, 3, 2]) gates[gate]?.resolve()
    await all
    expect(results).toEqual([0, 1, 2, 3])
    expect(most).toBe(2)
  })

  it('reports a failure in its turn, after what runs has ended', async () => {
    const ended: number[] = []
    const yielded: number[] = []
    const work = async (item: number) => {
      await null
      ended.push(item)
      if (item === 1) throw new Error('no')
      return item
    }
    const all = (async () => {
      for await (const result of inOrder([0, 1, 2, 3], 2, work)) yielded.push(result)
    })()
    await expect(all).rejects.toThrow('no')
    expect(yielded).toEqual([0])
    expect(ended).toEqual([0, 1, 2])
  })
})
