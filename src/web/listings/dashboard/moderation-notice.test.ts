import { expect, it } from 'vitest'
import type { OwnListing } from '#contract/listing.ts'
import { moderationText } from './moderation-notice.tsx'

type Moderation = NonNullable<OwnListing['moderation']>

const textOf = (status: OwnListing['status'], moderation: OwnListing['moderation']) =>
  moderationText({ status, moderation }, '2026-11-15')

const noAppeal = { appeal_until: null, appealed_at: null }
const mayAppeal = { ...noAppeal, appeal_until: '2026-11-22T15:00:00.000Z' }
const hasAppealed = { ...noAppeal, appealed_at: '2026-11-14T15:00:00.000Z' }

it('says what students reported, and how long it is hidden', () => {
  const reported: Moderation = { action: 'hide', reason: 'duplicate', note: null, ...noAppeal }
  expect(textOf('hidden', reported)).toEqual({
    what: 'Students reported it: Duplicate.',
    note: null,
    next: "It's usually hidden for 3 days at most. We'll email you the outcome.",
  })
  for (const reason of ['scam', 'private_information'] as const) {
    expect(textOf('hidden', { ...reported, reason })?.next).toBe(
      "It stays hidden until a moderator has looked at it. We'll email you the outcome.",
    )
  }
})

it('says what a moderator asks for, hidden or not, also after an appeal', () => {
  const asked: Moderation = {
    action: 'ask_to_edit',
    reason: 'wrong_category',
    note: 'It is a book.',
    ...mayAppeal,
  }
  expect(textOf('hidden', asked)).toEqual({
    what: 'A moderator asks you to change it: Wrong category.',
    note: 'It is a book.',
    next: 'Edit it to show it again. You can appeal until Nov 22 with the link in our email.',
  })
  expect(textOf('available', { ...asked, ...noAppeal })).toMatchObject({
    what: 'A moderator asks you to change it: Wrong category.',
    next: 'Please edit it. Until you do, others still see it unchanged.',
  })
})

it('says why it was removed, and how far the appeal is', () => {
  const removed: Moderation = {
    action: 'remove',
    reason: 'not_allowed',
    note: 'No weapons.',
    ...mayAppeal,
  }
  const next = "Only you and the moderators can see it, and editing doesn't bring it back."
  expect(textOf('removed', removed)).toEqual({
    what: 'A moderator removed it: Not allowed.',
    note: 'No weapons.',
    next: `${next} You can appeal until Nov 22 with the link in our email.`,
  })
  expect(textOf('removed', { ...removed, ...hasAppealed })?.next).toBe(
    `${next} Your appeal is waiting.`,
  )
  expect(textOf('removed', { ...removed, ...noAppeal, reason: null })).toMatchObject({
    what: 'A moderator removed it.',
    next,
  })
})

it('says nothing of others', () => {
  expect(textOf('available', null)).toBeNull()
})
