import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from './database.ts'
import { replicaState } from './replica-state.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A replica whose counter the test sets, and which has replayed all that was written. */
function caughtUp(there = 5) {
  const state = replicaState()
  const counter = vi.fn(async () => there)
  const write = (lsn: string) => state.primaryHasWritten(lsn, performance.now())
  write('0/FF')
  state.replicaHasReplayed('0/FF')
  const isUsed = (value = 5) => state.hasCounted('listings:misc', value, counter)
  return { state, counter, write, isUsed }
}

it('is used once it has replayed what the primary wrote, in the order of positions', async () => {
  const { state, write, isUsed } = caughtUp()
  vi.advanceTimersByTime(900)
  write('1/00000001')
  state.replicaHasReplayed('0/FFFFFFFF')
  vi.advanceTimersByTime(200)
  expect(await isUsed()).toBe(false)
  state.replicaHasReplayed('1/1')
  expect(await isUsed()).toBe(true)
})

it('is left out when it is a second behind, however often it is looked at', async () => {
  const { state, write, isUsed } = caughtUp()
  for (let looks = 1; looks <= 4; looks += 1) {
    vi.advanceTimersByTime(250)
    write(`0/${(0xff + looks).toString(16)}`)
    state.replicaHasReplayed('0/FF')
    expect(await isUsed()).toBe(looks < 4)
  }
})

it('is left out for what it has not counted', async () => {
  const { isUsed } = caughtUp(5)
  expect(await isUsed(6)).toBe(false)
  expect(await isUsed(5)).toBe(true)
})

it('is asked once for what it has counted, by however many', async () => {
  const { counter, isUsed } = caughtUp(5)
  expect(await Promise.all([isUsed(4), isUsed(5), isUsed(5)])).toEqual([true, true, true])
  expect(await isUsed(5)).toBe(true)
  expect(counter).toHaveBeenCalledTimes(1)
})

it('is left out when it is away, until it is seen to have caught up', async () => {
  const { state, counter, isUsed } = caughtUp()
  counter.mockRejectedValueOnce(new DatabaseUnavailable(new Error('gone')))
  expect(await isUsed()).toBe(false)
  expect(await isUsed()).toBe(false)
  state.replicaHasReplayed('0/FF')
  expect(await isUsed()).toBe(true)
})

it('is not trusted to have counted what it had before a failure', async () => {
  const { state, counter, isUsed } = caughtUp(5)
  expect(await isUsed(5)).toBe(true)
  state.failed(new Error('a conflict with what is being replayed'))
  counter.mockResolvedValueOnce(4)
  expect(await isUsed(5)).toBe(false)
})

it('tells when it is taken into use and left out, each once', () => {
  const { state } = caughtUp()
  const told: boolean[] = []
  state.onChange((inUse) => told.push(inUse))
  state.tellChange()
  state.tellChange()
  vi.advanceTimersByTime(1_000)
  state.tellChange()
  state.tellChange()
  expect(told).toEqual([true, false])
})
