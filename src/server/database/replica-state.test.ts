import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from './database.ts'
import { createReplicaState } from './replica-state.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A replica that has replayed everything, at the given category version. */
function caughtUpReplica(replicated = 5) {
  const state = createReplicaState()
  const readVersion = vi.fn(async () => replicated)
  const write = (lsn: string) => state.recordPrimaryPosition(lsn, performance.now())
  write('0/FF')
  state.recordReplayPosition('0/FF')
  const isUsed = (version = 5) => state.hasVersion('misc', version, readVersion)
  return { state, readVersion, write, isUsed }
}

it('uses a replica once it has replayed the primary’s last position', async () => {
  const { state, write, isUsed } = caughtUpReplica()
  vi.advanceTimersByTime(900)
  write('1/00000001')
  state.recordReplayPosition('0/FFFFFFFF')
  vi.advanceTimersByTime(200)
  expect(await isUsed()).toBe(false)
  state.recordReplayPosition('1/1')
  expect(await isUsed()).toBe(true)
})

it('stops using a replica that lags a second behind, however often it is polled', async () => {
  const { state, write, isUsed } = caughtUpReplica()
  for (let polls = 1; polls <= 4; polls += 1) {
    vi.advanceTimersByTime(250)
    write(`0/${(0xff + polls).toString(16)}`)
    state.recordReplayPosition('0/FF')
    expect(await isUsed()).toBe(polls < 4)
  }
})

it('does not use a replica for a version it has not replayed', async () => {
  const { isUsed } = caughtUpReplica(5)
  expect(await isUsed(6)).toBe(false)
  expect(await isUsed(5)).toBe(true)
})

it('reads a version once for concurrent callers and then caches it', async () => {
  const { readVersion, isUsed } = caughtUpReplica(5)
  expect(await Promise.all([isUsed(4), isUsed(5), isUsed(5)])).toEqual([true, true, true])
  expect(await isUsed(5)).toBe(true)
  expect(readVersion).toHaveBeenCalledTimes(1)
})

it('stops using an unreachable replica until it has caught up again', async () => {
  const { state, readVersion, isUsed } = caughtUpReplica()
  readVersion.mockRejectedValueOnce(new DatabaseUnavailable(new Error('gone')))
  expect(await isUsed()).toBe(false)
  expect(await isUsed()).toBe(false)
  state.recordReplayPosition('0/FF')
  expect(await isUsed()).toBe(true)
})

it('forgets known versions after a failure', async () => {
  const { state, readVersion, isUsed } = caughtUpReplica(5)
  expect(await isUsed(5)).toBe(true)
  state.recordFailure(new Error('a conflict with what is being replayed'))
  readVersion.mockResolvedValueOnce(4)
  expect(await isUsed(5)).toBe(false)
})

it('reports each change between in use and out of use once', () => {
  const { state } = caughtUpReplica()
  const reported: boolean[] = []
  state.onChange((isInUse) => reported.push(isInUse))
  state.reportChange()
  state.reportChange()
  vi.advanceTimersByTime(1_000)
  state.reportChange()
  state.reportChange()
  expect(reported).toEqual([true, false])
})
