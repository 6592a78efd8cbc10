import type { SecurityEvent, SecurityEventKind } from '#contract/own-account.ts'

const texts: Record<SecurityEventKind, (count: number) => string> = {
  login: () => 'Logged in',
  'login failure': (count) => (count === 1 ? 'Failed login' : `${count} failed logins`),
  'reset request': (count) =>
    count === 1 ? 'Reset link requested' : `${count} reset links requested`,
  'password reset': () => 'Password reset',
  'password change': () => 'Password changed',
  'email confirmation': () => 'University email confirmed',
  'session end': () => 'Device logged out',
  'data export': () => 'Data downloaded',
  'account deletion': () => 'Account deleted',
  'role change': () => 'Role changed by an admin',
}

/** "Logged in", "3 failed logins". */
export const securityEventText = ({ kind, count }: Pick<SecurityEvent, 'kind' | 'count'>) =>
  texts[kind](count)
