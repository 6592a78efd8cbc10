import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Nudge } from '#english/nudges.ts'
import { readNudges } from './nudges.tsx'

const deposit: Nudge = {
  id: 'deposit',
  sentence: 'One month at most.',
  source: { name: 'The Act', url: 'https://law.test' },
}

const findNudges = vi.fn((text: string) => (text.includes('deposit') ? [deposit] : []))
const loadRules = vi.fn(async () => ({ findNudges }))
const onRead = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => vi.useRealTimers())

/** Types one character every 200 ms, and runs and cancels the nudges as the field's effect does. */
async function type(text: string) {
  for (let length = 1; length < text.length; length += 1) {
    const cancel = readNudges(text.slice(0, length), onRead, loadRules)
    await vi.advanceTimersByTimeAsync(200)
    cancel()
  }
  return readNudges(text, onRead, loadRules)
}

it('reads once nobody types, not every word', async () => {
  await type('damage deposit of $500')
  expect(loadRules).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(499)
  expect(onRead).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(findNudges).toHaveBeenCalledTimes(1)
  expect(onRead.mock.calls).toEqual([[[deposit]]])
})

it('tells that there is none any more', async () => {
  readNudges('rent due on the first', onRead, loadRules)
  await vi.runAllTimersAsync()
  expect(onRead.mock.calls).toEqual([[[]]])
})

it('loads no rules for an empty field', async () => {
  readNudges(' \n', onRead, loadRules)
  await vi.runAllTimersAsync()
  expect(onRead.mock.calls).toEqual([[[]]])
  expect(loadRules).not.toHaveBeenCalled()
})

it('tells nothing about a text that has changed while the rules were loaded', async () => {
  let arrive: (rules: { findNudges: typeof findNudges }) => void = () => undefined
  const cancel = readNudges('deposit', onRead, () => new Promise((resolve) => (arrive = resolve)))
  await vi.runAllTimersAsync()
  cancel()
  arrive({ findNudges })
  await vi.runAllTimersAsync()
  expect(onRead).not.toHaveBeenCalled()
})

it('has none while the rules cannot be loaded, and tries again with the next text', async () => {
  loadRules.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  readNudges('damage deposit', onRead, loadRules)
  await vi.runAllTimersAsync()
  expect(onRead.mock.calls).toEqual([[[]]])
  readNudges('damage deposit!', onRead, loadRules)
  await vi.runAllTimersAsync()
  expect(onRead).toHaveBeenLastCalledWith([deposit])
})
