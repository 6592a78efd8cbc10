import { describe, expect, it } from 'vitest'
import { planArrivals } from './arrivals.ts'

const kinds = [
  { name: 'page', perSecond: 50 },
  { name: 'login', perSecond: 5 },
  { name: 'never', perSecond: 0 },
]
const plan = (options = {}) => planArrivals(kinds, { times: 1, seconds: 100, seed: 1, ...options })
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('planArrivals', () => {
  it('has each kind arrive at its rate', () => {
    const { page = [], login = [], never = [] } = Object.groupBy(plan(), ({ kind }) => kind.name)
    expect(page.length / 5_000).toBeCloseTo(1, 1)
    expect(login.length / 500).toBeCloseTo(1, 1)
    expect(never).toEqual([])
  })

  it('multiplies the rates', () => {
    expect(plan({ times: 20 }).length / plan().length).toBeCloseTo(20, -0.5)
  })

  it('is in the order of time, within the duration', () => {
    const times = plan().map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.every((at) => at > 0 && at < 100_000)).toBe(true)
  })

  it('varies as a Poisson process: the variance of a second is its mean', () => {
    const pages = plan({ seconds: 400 }).filter(({ kind }) => kind.name === 'page')
    const bySecond = Object.groupBy(pages, ({ at }) => Math.floor(at / 1_000))
    const counts = Object.values(bySecond).map((arrivals) => arrivals?.length ?? 0)
    const mean = average(counts)
    const variance = average(counts.map((count) => (count - mean) ** 2))
    expect(mean).toBeCloseTo(50, -1)
    expect(variance / mean).toBeGreaterThan(0.7)
    expect(variance / mean).toBeLessThan(1.4)
  })

  it('is the same for the same seed, and another for another', () => {
    expect(plan()).toEqual(plan())
    expect(plan({ seed: 2 })).not.toEqual(plan())
  })
})
