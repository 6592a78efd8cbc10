import { describe, expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { findPassedDay, listingEnd, listingEndAfterEdit } from './listing-end.ts'

stayOnBuiltInCampus()

const facts = (category: CategoryId, details: object) => ({ category, details: { ...details } })

/** Returns a time in Toronto, using the time zone database. */
const toronto = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('America/Toronto').epochMilliseconds

const sublet = (date_available: string, available_to: string | null = null) => ({
  is_sublet: true,
  date_available,
  available_to,
})

describe('the end of a listing', () => {
  it.each([
    ['a textbook after 120 days', 'textbook' as const, {}, '2026-06-01T10:30', '2026-09-29T10:30'],
    [
      'a lease after 60 days',
      'rental' as const,
      { is_sublet: false },
      '2026-06-01T10:30',
      '2026-07-31T10:30',
    ],
    [
      'an item after 30 days',
      'misc' as const,
      { event_date: null },
      '2026-06-01T10:30',
      '2026-07-01T10:30',
    ],
    [
      'an item across the end of summer time',
      'misc' as const,
      {},
      '2026-10-20T10:30',
      '2026-11-19T10:30',
    ],
    ['an item across its beginning', 'misc' as const, {}, '2027-03-01T10:30', '2027-03-31T10:30'],
    [
      'a sublet after 45 days',
      'rental' as const,
      sublet('2027-09-01'),
      '2026-06-01T10:30',
      '2026-07-16T10:30',
    ],
    // The move-in day itself counts: 14 days after the 10th is the end of the 24th.
    [
      'a sublet 14 days after move-in',
      'rental' as const,
      sublet('2026-06-10'),
      '2026-06-01T10:30',
      '2026-06-25T00:00',
    ],
    [
      'a sublet 14 days after move-in across a clock change',
      'rental' as const,
      sublet('2026-10-25'),
      '2026-10-12T10:30',
      '2026-11-09T00:00',
    ],
    [
      'a sublet 14 days from now at the soonest',
      'rental' as const,
      sublet('2026-05-01'),
      '2026-06-01T10:30',
      '2026-06-15T10:30',
    ],
    [
      'an event at the end of its day',
      'misc' as const,
      { event_date: '2026-06-03' },
      '2026-06-01T10:30',
      '2026-06-04T00:00',
    ],
    [
      'an event on the day summer time ends',
      'misc' as const,
      { event_date: '2026-11-01' },
      '2026-10-01T10:30',
      '2026-11-02T00:00',
    ],
    [
      'an event on the day it begins',
      'misc' as const,
      { event_date: '2027-03-14' },
      '2027-03-01T10:30',
      '2027-03-15T00:00',
    ],
    [
      'an event beyond the 30 days',
      'misc' as const,
      { event_date: '2026-12-31' },
      '2026-06-01T10:30',
      '2027-01-01T00:00',
    ],
  ])('%s', (_, category, values, now, end) => {
    expect(listingEnd(facts(category, values), toronto(now))).toBe(toronto(end))
  })

  it('has come for an event when its day is over', () => {
    const values = { event_date: '2026-11-01' }
    expect(findPassedDay(facts('misc', values), toronto('2026-11-01T23:59'))).toBeUndefined()
    expect(findPassedDay(facts('misc', values), toronto('2026-11-02T00:00'))).toBe('event_date')
    expect(findPassedDay(facts('misc', { event_date: null }), 0)).toBeUndefined()
    expect(findPassedDay(facts('textbook', {}), 0)).toBeUndefined()
  })
})

it('has come for a period when its last day is over', () => {
  const values = sublet('2026-09-01', '2026-11-01')
  expect(findPassedDay(facts('rental', values), toronto('2026-11-01T23:59'))).toBeUndefined()
  expect(findPassedDay(facts('rental', values), toronto('2026-11-02T00:00'))).toBe('available_to')
  expect(
    findPassedDay(facts('rental', sublet('2026-09-01')), toronto('2027-11-02T00:00')),
  ).toBeUndefined()
})

describe('the end after an edit', () => {
  const countedFrom = toronto('2026-06-01T10:30')
  const now = toronto('2026-06-05T09:00')
  const edit = (before: object, after: object, endsAt = toronto('2026-06-20T00:00')) =>
    listingEndAfterEdit(
      { saved: facts('misc', before), endsAt, countedFrom },
      facts('misc', after),
      now,
    )

  it('stays when the dates it is computed from do', () => {
    const endsAt = toronto('2026-08-08T08:08')
    expect(edit({ title: 'a' }, { title: 'b' }, endsAt)).toBe(endsAt)
  })

  it('moves with them, in both directions', () => {
    const before = { event_date: '2026-06-19' }
    expect(edit(before, { event_date: '2026-07-19' })).toBe(toronto('2026-07-20T00:00'))
    expect(edit(before, { event_date: '2026-06-10' })).toBe(toronto('2026-06-11T00:00'))
  })

  it('is never brought forward by a later date', () => {
    const endsAt = toronto('2026-12-24T00:00')
    const before = { event_date: '2026-06-06' }
    expect(edit(before, { event_date: '2026-06-07' }, endsAt)).toBe(endsAt)
    const upgraded = {
      saved: facts('rental', sublet('2026-06-02')),
      endsAt,
      countedFrom: toronto('2026-01-01T00:00'),
    }
    expect(listingEndAfterEdit(upgraded, facts('rental', sublet('2027-01-01')), now)).toBe(endsAt)
  })

  it('begins to count where a lease becomes a sublet or the other way round', () => {
    const lease = { saved: facts('rental', { is_sublet: false }), endsAt: now + 1, countedFrom: 0 }
    expect(listingEndAfterEdit(lease, facts('rental', sublet('2027-01-01')), now)).toBe(
      toronto('2026-07-20T09:00'),
    )
    const formerSublet = {
      saved: facts('rental', sublet('2027-01-01')),
      endsAt: now + 1,
      countedFrom: 0,
    }
    expect(listingEndAfterEdit(formerSublet, facts('rental', { is_sublet: false }), now)).toBe(
      toronto('2026-08-04T09:00'),
    )
  })

  it('is that of the posting again when the date is cleared', () => {
    expect(edit({ event_date: '2026-06-19' }, {})).toBe(toronto('2026-07-01T10:30'))
  })

  it('is tomorrow at the earliest', () => {
    const end = toronto('2026-06-07T00:00')
    expect(edit({}, { event_date: '2026-06-05' })).toBe(end)
    expect(edit({}, { event_date: '2026-01-01' })).toBe(end)
  })
})
