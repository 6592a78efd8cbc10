import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailboxOf } from '#campus/campus.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import { at } from '#tests/support/campus-email.ts'
import { dayMs } from '../../durations.ts'
import { type CountedReport, halfWeightOf, isEstablished, reasonToHide } from './hide-rule.ts'

const by = (
  name: string,
  half_weight = 2,
  is_established = 1,
  reason: ReportReason = 'duplicate',
): CountedReport => ({
  reporter_hash: mailboxOf(at(name)),
  half_weight,
  is_established,
  reason,
})

describe('reports hide a listing', () => {
  it.each([
    ['three established students', [by('a'), by('b'), by('c')], true],
    ['two of them', [by('a'), by('b')], false],
    ['two who were often right', [by('a', 3), by('b', 3)], true],
    [
      'one of those and three new accounts',
      [by('a', 3), ...'bcd'.split('').map((x) => by(x, 1, 0))],
      false,
    ],
    ['two and two new accounts', [by('a'), by('b'), by('c', 1, 0), by('d', 1, 0)], true],
    ['two and one new account', [by('a'), by('b'), by('c', 1, 0)], false],
    ['one with three addresses', [by('a'), by('a+1'), by('A+2')], false],
    ['two with several addresses and a third', [by('a', 1), by('a+1'), by('b'), by('c')], true],
    ['nobody', [], false],
  ])('of %s', (_case, reports, hides) => {
    expect(reasonToHide(reports) !== undefined).toBe(hides)
  })

  it('for what most say, and of as many for the most severe', () => {
    const reasons = (...given: ReportReason[]) =>
      reasonToHide(given.map((reason, index) => by(`s${index}`, 2, 1, reason)))
    expect(reasons('duplicate', 'duplicate', 'scam')).toBe('duplicate')
    expect(reasons('duplicate', 'wrong_category', 'scam')).toBe('scam')
    expect(reasons('other', 'hateful', 'private_information')).toBe('private_information')
  })

  it('never of new accounts alone, however many, and never less for one more', () => {
    const report = fc.record({
      reporter_hash: fc.constantFrom(...'abcdefgh'),
      half_weight: fc.constantFrom(1, 2, 3),
      is_established: fc.constantFrom(0, 1),
      reason: fc.constantFrom<ReportReason[]>('scam', 'duplicate', 'other'),
    })
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), report, (reports, more) => {
        const established = reports.filter((each) => each.is_established)
        const mailboxes = new Set(established.map(({ reporter_hash }) => reporter_hash))
        if (reasonToHide(reports)) {
          expect(mailboxes.size).toBeGreaterThanOrEqual(2)
          expect(reasonToHide([...reports, more])).toBeDefined()
        }
      }),
    )
  })
})

const old = { accountAgeMs: 8 * dayMs }
const young = { accountAgeMs: 7 * dayMs }

describe('the weight of a report, in halves', () => {
  it.each([
    ['an older account', { ...old, upheld: 0, rejected: 0 }, 2],
    ['an account of 7 days', { ...young, upheld: 0, rejected: 0 }, 1],
    ['an account of 7 days that was often right', { ...young, upheld: 9, rejected: 0 }, 1],
    ['one that was right twice', { ...old, upheld: 2, rejected: 0 }, 2],
    ['one that was right three times', { ...old, upheld: 3, rejected: 0 }, 3],
    ['one that was as often wrong', { ...old, upheld: 3, rejected: 3 }, 3],
    ['one that was more often wrong', { ...old, upheld: 3, rejected: 4 }, 1],
    ['one that was wrong once', { ...old, upheld: 0, rejected: 1 }, 1],
  ])('of %s', (_case, record, expected) => {
    expect(halfWeightOf(record)).toBe(expected)
  })

  it('is ½, 1 or 1½, and never less for being right or more for being wrong', () => {
    const record = fc.record({
      accountAgeMs: fc.integer({ min: 0, max: 20 * dayMs }),
      upheld: fc.nat(8),
      rejected: fc.nat(8),
    })
    fc.assert(
      fc.property(record, (reporter) => {
        const weight = halfWeightOf(reporter)
        const { upheld, rejected, accountAgeMs } = reporter
        expect([1, 2, 3]).toContain(weight)
        expect(halfWeightOf({ ...reporter, upheld: upheld + 1 })).toBeGreaterThanOrEqual(weight)
        expect(halfWeightOf({ ...reporter, rejected: rejected + 1 })).toBeLessThanOrEqual(weight)
        expect(
          halfWeightOf({ ...reporter, accountAgeMs: accountAgeMs + dayMs }),
        ).toBeGreaterThanOrEqual(weight)
        if (!isEstablished(reporter)) expect(weight).toBe(1)
      }),
    )
  })
})
