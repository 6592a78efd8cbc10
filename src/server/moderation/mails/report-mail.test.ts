import { expect, it } from 'vitest'
import type { ReportReason } from '#contract/report-reasons.ts'
import { at } from '#tests/support/campus-email.ts'
import type { DecidedReport } from '../reports/report-decision-queries.ts'
import { buildReportOutcomeMail, type ReportAnswer } from './report-mail.ts'

const eve = {
  id: 2,
  firstName: 'Eve',
  lastName: 'R',
  email: at('eve', 1, 1),
  confirmedAt: 1,
  mustConfirm: true,
}
const createdAt = Date.UTC(2026, 10, 15, 17)

function build(answer: ReportAnswer, changes: Partial<DecidedReport>) {
  const report = { id: 1, reporterId: 2, reason: 'scam', createdAt } as const
  const about = { category: null, listingId: null, threadId: null, ...changes }
  const mail = buildReportOutcomeMail(eve, { ...report, ...about }, answer, {
    appUrl: 'https://quad.example',
  })
  return { ...mail, text: mail.text.replaceAll(/\s+/g, ' ') }
}

it.each([
  [
    'upheld',
    'misc',
    'you reported a listing in Extras. Your reason: Scam.',
    'A moderator looked at it and acted',
  ],
  [
    'upheld',
    null,
    'you reported a student. Your reason: Scam.',
    'A moderator looked at it and acted on it.',
  ],
  [
    'rejected',
    'textbook',
    'a listing in Textbooks. Your reason: Scam.',
    'found nothing against our rules',
  ],
  [
    'closed',
    'rental',
    'a listing in Rentals. Your reason: Scam.',
    'What you reported has been deleted',
  ],
  [
    'closed',
    null,
    'you reported a student. Your reason: Scam.',
    'What you reported has been deleted',
  ],
  ['sold', 'misc', 'you reported a listing in Extras. Your reason: Scam.', 'You were right'],
  [
    'still_there',
    'misc',
    'you reported a listing in Extras. Your reason: Scam.',
    "says it's still there",
  ],
  ['expired', 'misc', 'you reported a listing in Extras. Your reason: Scam.', "who didn't answer"],
] as const)('a report that was %s, of %s, is answered', (answer, category, what, then) => {
  const { subject, text } = build(answer, { category })
  expect(subject).toBe('We reviewed your report')
  for (const part of ['Hi Eve,', 'On Nov 15, 2026', what, then, 'https://quad.example/rules']) {
    expect(text).toContain(part)
  }
})

it('a report of a conversation is answered as one', () => {
  const { subject, text } = build('upheld', { threadId: 4 })
  expect(subject).toBe('We reviewed your report')
  expect(text).toContain('you reported a conversation. Your reason: Scam.')
})

it('speaks of safety only where people were harmed', () => {
  const isSafer = (answer: ReportAnswer, reason: ReportReason) =>
    build(answer, { category: 'misc', reason }).text.includes('safe')
  expect(isSafer('upheld', 'scam')).toBe(true)
  expect(isSafer('upheld', 'wrong_category')).toBe(false)
  expect(isSafer('rejected', 'scam')).toBe(false)
})
