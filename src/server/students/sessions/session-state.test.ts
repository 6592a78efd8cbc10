import { describe, expect, it } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../durations.ts'
import { expiresAt, getSessionState } from './session-state.ts'

const rotated = {
  createdAt: 0,
  refreshedAt: 0,
  rotatedAt: 0,
  secretHash: 'new',
  previousSecretHash: 'old',
  successorUsed: true,
}

describe('getSessionState', () => {
  it.each([
    ['the newest secret', rotated, 'new', minuteMs, 'current'],
    ['the previous secret, within ten seconds', rotated, 'old', 10 * secondMs, 'previous'],
    ['the previous secret, later', rotated, 'old', 10 * secondMs + 1, 'replayed'],
    [
      'the previous secret, later, successor unused',
      { ...rotated, successorUsed: false },
      'old',
      dayMs,
      'previous',
    ],
    ['an older secret', rotated, 'older', 1, 'replayed'],
    [
      'an older secret, successor unused',
      { ...rotated, successorUsed: false },
      'older',
      1,
      'replayed',
    ],
    [
      'any other secret while there is no previous one',
      { ...rotated, previousSecretHash: null },
      'x',
      1,
      'replayed',
    ],
    ['the newest secret just before two idle weeks', rotated, 'new', 14 * dayMs - 1, 'current'],
    ['the newest secret after two idle weeks', rotated, 'new', 14 * dayMs, 'expired'],
    [
      'the newest secret after ninety days, however recently refreshed',
      { ...rotated, refreshedAt: 90 * dayMs - 1 },
      'new',
      90 * dayMs,
      'expired',
    ],
  ])('%s', (_case, session, secret, now, state) => {
    expect(getSessionState(session, secret, now)).toBe(state)
  })
})

it('expiresAt is at most ninety days after creation', () => {
  expect(expiresAt({ createdAt: 0, refreshedAt: dayMs })).toBe(15 * dayMs)
  expect(expiresAt({ createdAt: 0, refreshedAt: 80 * dayMs })).toBe(90 * dayMs)
})
