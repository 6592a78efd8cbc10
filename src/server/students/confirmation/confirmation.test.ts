import { describe, expect, it } from 'vitest'
import { dayMs } from '../../durations.ts'
import { confirmationOf } from './confirmation.ts'

const now = Date.UTC(2026, 10, 16)
const on = { verifyEmail: true, now }
const account = { confirmedAt: null, mustConfirm: false, isSample: false }

describe('confirmationOf', () => {
  it('is required of accounts made while it is asked for', () => {
    expect(confirmationOf({ ...account, mustConfirm: true }, on)).toBe('required')
  })

  it('is due for accounts made before', () => {
    expect(confirmationOf(account, on)).toBe('due')
  })

  it.each([
    [364, 'confirmed'],
    [365, 'due'],
  ])('after %i days is %s', (days, confirmation) => {
    const confirmed = { ...account, mustConfirm: true, confirmedAt: now - days * dayMs }
    expect(confirmationOf(confirmed, on)).toBe(confirmation)
  })

  it('is never asked of sample students, or of anyone without VERIFY_EMAIL', () => {
    expect(confirmationOf({ ...account, isSample: true }, on)).toBe('confirmed')
    const off = { verifyEmail: false, now }
    expect(confirmationOf({ ...account, mustConfirm: true }, off)).toBe('confirmed')
  })
})
