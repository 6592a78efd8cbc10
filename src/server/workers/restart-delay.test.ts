import { expect, it } from 'vitest'
import { nextRestartDelay } from './restart-delay.ts'

it('restarts a worker that ran stably without delay', () => {
  expect(nextRestartDelay(3_600_000, 30_000)).toBe(0)
})

it('doubles the delay each time a worker exits early, up to 30 seconds', () => {
  const delays = [0]
  for (let exits = 0; exits < 12; exits += 1) delays.push(nextRestartDelay(50, delays.at(-1) ?? 0))
  expect(delays.slice(1, 5)).toEqual([100, 200, 400, 800])
  expect(delays.at(-1)).toBe(30_000)
})
