import { describe, expect, it } from 'vitest'
import { expiresAt, sessionState } from './session-state.ts'

const day = 24 * 60 * 60 * 1000
const rotated = {
  createdAt: 0,
  refreshedAt: 0,
  rotatedAt: 0,
  secretHash: 'new',
  previousSecretHash: 'old',
  successorUsed: true,
}

describe('sessionState', () => {
  it.each([
    ['the newest secret', rotated, 'new', 60_000, 'current'],
    ['the one before, within ten seconds', rotated, 'old', 10_000, 'previous'],
    ['the one before, later', rotated, 'old', 10_001, 'replayed'],
    [
      'the one before, later, successor unused',
      { ...rotated, successorUsed: false },
      'old',
      day,
      'previous',
    ],
    ['one older than that', rotated, 'older', 1, 'replayed'],
    [
      'one older than that, successor unused',
      { ...rotated, successorUsed: false },
      'older',
      1,
      'replayed',
    ],
    [
      'any other while there is no one before',
      { ...rotated, previousSecretHash: null },
      'x',
      1,
      'replayed',
    ],
    ['the newest just before two idle weeks', rotated, 'new', 14 * day - 1, 'current'],
    ['the newest after two idle weeks', rotated, 'new', 14 * day, 'expired'],
    [
      'the newest after ninety days, however fresh',
      { ...rotated, refreshedAt: 90 * day - 1 },
      'new',
      90 * day,
      'expired',
    ],
  ])('%s', (_case, session, secret, now, state) => {
    expect(sessionState(session, secret, now)).toBe(state)
  })
})

it('never promises more than ninety days', () => {
  expect(expiresAt({ createdAt: 0, refreshedAt: day })).toBe(15 * day)
  expect(expiresAt({ createdAt: 0, refreshedAt: 80 * day })).toBe(90 * day)
})
