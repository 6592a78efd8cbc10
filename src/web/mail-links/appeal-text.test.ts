import { expect, it } from 'vitest'
import type { Appeal } from '#contract/appeals.ts'
import { appealScreen, decisionText } from './appeal-text.ts'

const appeal: Appeal = {
  action: 'remove',
  reason: 'scam',
  note: null,
  decidedAt: '2026-11-02T15:00:00.000Z',
  days: null,
  listingTitle: 'Bike',
  expiresAt: '2026-11-22T15:00:00.000Z',
  state: 'open',
  appealedAt: null,
  answer: null,
}

it.each([
  [{}, 'a moderator removed your listing “Bike”.'],
  [{ listingTitle: null }, 'a moderator removed a listing of yours.'],
  [{ action: 'ask_to_edit' }, 'a moderator asked you to change your listing “Bike”.'],
  [{ action: 'warn' }, 'a moderator warned you.'],
  [
    { action: 'suspend', days: 7 },
    'a moderator suspended you from posting, starting conversations and reporting for 7 days.',
  ],
  [{ action: 'ban' }, 'an admin closed your account.'],
] as const)('%#: says what was decided', (changes, text) => {
  expect(decisionText({ ...appeal, ...changes })).toBe(`On Nov 2, 2026 ${text}`)
})

it('says how far the appeal is', () => {
  const textOf = (changes: Partial<Appeal>, isJustSent = false) => {
    const { title, lead } = appealScreen({ ...appeal, ...changes }, isJustSent)
    return `${title}. ${lead}`
  }
  const waiting = { state: 'waiting', appealedAt: '2026-11-03T15:00:00.000Z' } as const
  expect(textOf({})).toContain('Tell us why by Nov 22, 2026.')
  expect(textOf({})).toContain('Where possible, a different moderator will review it.')
  expect(textOf({ action: 'ban' })).toContain('Where possible, a different admin will review it.')
  expect(textOf(waiting, true)).toMatch(/^Your appeal is sent\. .* Nov 3, 2026/)
  expect(textOf(waiting)).toMatch(/^Your appeal is waiting\./)
  expect(textOf({ state: 'rejected' })).toMatch(/^The decision stands\./)
  expect(textOf({ state: 'reversed' })).toMatch(/^The decision is undone\./)
  expect(textOf({ state: 'expired' })).toContain('You could appeal until Nov 22, 2026.')
})
