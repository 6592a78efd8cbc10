import { expect, it } from 'vitest'
import { dayMs } from '../../durations.ts'
import { describeRestriction, describeToStranger } from './find-restriction.ts'
import type { Restriction } from './restriction-queries.ts'

const createdAt = Date.UTC(2026, 10, 15, 12)

const suspension: Restriction = {
  logId: 1,
  kind: 'suspension',
  createdAt,
  expiresAt: createdAt + 7 * dayMs,
  reason: 'scam',
  note: 'Two fakes. ',
  appealUntil: createdAt + 20 * dayMs,
  appealedAt: null,
  appealDecision: null,
}

it('says what it is, why, and how to appeal', () => {
  expect(describeRestriction(suspension, createdAt)).toBe(
    "You're suspended until Nov 22, 2026. You can't post, report or start conversations, but you can reply in the ones you have. The reason: Scam. The moderator wrote: “Two fakes.” You can appeal until Dec 5, 2026 with the link in the email we sent you.",
  )
  const ban = { ...suspension, kind: 'ban' as const, expiresAt: null }
  expect(describeRestriction(ban, createdAt + 20 * dayMs)).toMatch(
    /^Your account was closed on Nov 15, 2026\. The reason: Scam\. The admin wrote: “Two fakes\.” Questions\? Write to \S+@\S+\.$/,
  )
})

it('ends what a moderator wrote, if they did not', () => {
  const message = (note: string) => describeRestriction({ ...suspension, note }, createdAt)
  expect(message('Two fakes')).toContain('wrote: “Two fakes.” You')
  expect(message('Why two?')).toContain('wrote: “Why two?” You')
})

it('tells the reason to nobody who has not proved the mailbox', () => {
  expect(describeToStranger(suspension)).toBe(
    "You're suspended until Nov 22, 2026. You can't post, report or start conversations, but you can reply in the ones you have. The email we sent to this mailbox says why, and how to appeal.",
  )
})

it('says how far the appeal is', () => {
  const appealed = { ...suspension, appealedAt: createdAt + dayMs }
  expect(describeRestriction(appealed, createdAt + 2 * dayMs)).toMatch(
    / We're looking at your appeal of Nov 16, 2026\.$/,
  )
  const rejected = { ...appealed, appealDecision: 'rejected' as const }
  expect(describeRestriction(rejected, createdAt + 2 * dayMs)).toMatch(
    / Your appeal was rejected\.$/,
  )
  // The link in the email to a deleted account no longer works.
  const deleted = { ...suspension, appealUntil: null }
  expect(describeRestriction(deleted, createdAt)).toMatch(/ Questions\? Write to \S+@\S+\.$/)
})
