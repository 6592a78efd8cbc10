import { expect, it } from 'vitest'
import { securityEventText } from './security-event-list.tsx'

it('says how often strangers tried', () => {
  expect(securityEventText({ kind: 'login', count: 1 })).toBe('Logged in')
  expect(securityEventText({ kind: 'login failure', count: 1 })).toBe('Failed login')
  expect(securityEventText({ kind: 'login failure', count: 3 })).toBe('3 failed logins')
  expect(securityEventText({ kind: 'reset request', count: 2 })).toBe('2 reset links requested')
})
