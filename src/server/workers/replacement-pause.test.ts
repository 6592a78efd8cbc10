import { expect, it } from 'vitest'
import { pauseAfter } from './replacement-pause.ts'

it('replaces at once a worker that had served well', () => {
  expect(pauseAfter(3_600_000, 30_000)).toBe(0)
})

it('waits twice as long each time one dies young, up to half a minute', () => {
  const pauses = [0]
  for (let deaths = 0; deaths < 12; deaths += 1) pauses.push(pauseAfter(50, pauses.at(-1) ?? 0))
  expect(pauses.slice(1, 5)).toEqual([100, 200, 400, 800])
  expect(pauses.at(-1)).toBe(30_000)
})
