import { expect, it, onTestFinished, vi } from 'vitest'
import { momentaryCounters } from './momentary-counters.ts'

function setUp() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let writes = 0
  const counters = momentaryCounters(() => writes)
  return { counters, write: () => void writes++, lamps: () => counters.value('lamps') }
}

it('are known for half a second after the database was asked', () => {
  const { counters, lamps } = setUp()
  expect(lamps()).toBeUndefined()
  const found = counters.asking()
  vi.advanceTimersByTime(100)
  found({ name: 'lamps', value: 7 })
  expect([lamps(), counters.value('desks')]).toEqual([7, undefined])
  vi.advanceTimersByTime(399)
  expect(lamps()).toBe(7)
  vi.advanceTimersByTime(1)
  expect(lamps()).toBeUndefined()
})

it('are not known once this process has written, even between the question and the answer', () => {
  const { counters, lamps, write } = setUp()
  counters.asking()({ name: 'lamps', value: 7 })
  write()
  expect(lamps()).toBeUndefined()
  const found = counters.asking()
  write()
  found({ name: 'lamps', value: 7 })
  expect(lamps()).toBeUndefined()
})
