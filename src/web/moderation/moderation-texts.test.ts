import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { appealDecisionText } from './case/appeal-card.tsx'
import { deletedTitle, editedText, reporterText, reportStateText } from './case/report-list.tsx'
import { restrictionText } from './case/standing.ts'
import { autoHiddenText, formatHours, shareText } from './figures/figures-view.tsx'
import { waitingText } from './queue/queue-list.tsx'

stayOnBuiltInCampus()

const today = '2026-11-15'

describe('standing', () => {
  it.each([
    [null, null, undefined],
    ['2026-11-22T17:00:00.000Z', null, 'Suspended until Nov 22'],
    ['2027-01-03T17:00:00.000Z', null, 'Suspended until Jan 3, 2027'],
    ['2026-11-22T17:00:00.000Z', '2026-11-14T17:00:00.000Z', 'Banned since Nov 14'],
  ])('suspended until %s and banned at %s is %j', (suspendedUntil, bannedAt, text) => {
    expect(restrictionText({ suspendedUntil, bannedAt }, today)).toBe(text)
  })
})

describe('reports', () => {
  it('say what came of them, or what they count', () => {
    const report = { reason: 'scam', outcome: null, weight: 1 } as const
    expect(reportStateText(report)).toBe('Open')
    expect(reportStateText({ ...report, weight: 0.5 })).toBe('Open · counts as half a report')
    expect(reportStateText({ ...report, weight: 1.5 })).toBe('Open · counts as 1.5 reports')
    expect(reportStateText({ ...report, outcome: 'closed' })).toBe('Closed')
    expect(reportStateText({ ...report, weight: 0 })).toBe("Open · doesn't count toward hiding")
    expect(reportStateText({ ...report, reason: 'gone', weight: 0 })).toBe(
      'Open · the seller has to answer',
    )
  })

  it('say how often their reporter was right', () => {
    const reporter = { memberSince: '2024-09', reports: 1, upheld: 0, rejected: 0 }
    expect(reporterText(reporter)).toBe('member since Sep 2024 · first report')
    expect(reporterText({ ...reporter, reports: 3 })).toContain('3 reports, none decided yet')
    expect(reporterText({ ...reporter, reports: 9, upheld: 3, rejected: 1 })).toBe(
      'member since Sep 2024 · 3 upheld, 1 rejected',
    )
  })

  it('say of a deleted account only what it was right about', () => {
    expect(reporterText({ memberSince: null, reports: 2, upheld: 1, rejected: 0 })).toBe(
      '1 upheld, 0 rejected',
    )
  })

  it('name a listing that was deleted since, while its text is kept', () => {
    expect(deletedTitle({ title: 'Lamp' })).toBe('“Lamp”, which they deleted')
    expect(deletedTitle({ title: null })).toBe('a listing that they deleted')
  })

  it('say when the listing was edited since', () => {
    expect(editedText('2026-11-16T15:04:00.000Z', '2026-11-16')).toBe(
      'Edited Nov 16, 10:04 am, after it was reported',
    )
  })
})

describe('appeals', () => {
  const student = { id: 5, name: 'Bob' }

  it('are decided with the reason of the decision, or with one in favour', () => {
    const entry = { reason: 'scam', student, listing: null } as const
    const kept = appealDecisionText('rejected', entry)
    expect([kept.suggestedReason, kept.reasons.includes('within_rules')]).toEqual(['scam', false])
    const reversed = appealDecisionText('reversed', entry)
    expect([reversed.suggestedReason, reversed.reasons.includes('scam')]).toEqual([
      undefined,
      false,
    ])
    expect(reversed.consequence).toContain('We tell Bob.')
    const listing = { category: 'misc', id: 3, title: 'Lamp' } as const
    expect(kept.reasons).not.toContain('duplicate')
    expect(appealDecisionText('rejected', { ...entry, listing }).reasons).toContain('duplicate')
  })
})

describe('the queue', () => {
  it.each([
    ['2026-11-15T10:15:00.000Z', 'Waiting since 5:15 am'],
    ['2026-11-15T04:59:00.000Z', 'Waiting 1 day'],
    ['2026-11-12T10:15:00.000Z', 'Waiting 3 days'],
  ])('says of %s %j', (since, text) => {
    expect(waitingText(since, today)).toBe(text)
  })
})

describe('figures', () => {
  it.each([
    [0.001, '1 minute'],
    [0.2, '12 minutes'],
    [0.999, '60 minutes'],
    [1, '1 hour'],
    [47.4, '47 hours'],
    [60, '3 days'],
  ])('%s hours are %s', (hours, text) => {
    expect(formatHours(hours)).toBe(text)
  })

  it.each([
    [0, 0, '0'],
    [0, 4, '0 of 4 (0%)'],
    [1, 3, '1 of 3 (33%)'],
    [1200, 1200, '1,200 of 1,200 (100%)'],
  ])('%s of %s is %s', (part, whole, text) => {
    expect(shareText(part, whole)).toBe(text)
  })

  it('say what became of hidden listings', () => {
    expect(autoHiddenText({ total: 0, kept: 0, removed: 0, untouched: 0 })).toBe(
      'No listing was hidden by reports.',
    )
    expect(autoHiddenText({ total: 4, kept: 1, removed: 2, untouched: 0 })).toBe(
      '4 listings hidden by reports · 1 kept by a moderator · 2 removed by a moderator.',
    )
  })
})
