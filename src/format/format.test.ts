import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import {
  formatAge,
  formatClock,
  formatDate,
  formatDayOfYear,
  formatHour,
  formatMoment,
  formatMonth,
  formatNumber,
  formatPrice,
  formatSellerContact,
  formatSellerName,
  formatShortDate,
  formatWeekday,
  parseDayOfYear,
} from './format.ts'

stayOnBuiltInCampus()

it.each([
  ['May 20', '05-20'],
  ['  september 1 ', '09-01'],
  ['1 Sep', '09-01'],
  ['5-2', '05-02'],
  ['12-31', '12-31'],
  ['Mayor 200', 'Mayor 200'],
  ['Xyz 2', 'Xyz 2'],
  ['soon', 'soon'],
  ['', ''],
])('reads %j as the day %j', (text, day) => {
  expect(parseDayOfYear(text)).toBe(day)
})

it('formats a day of every year', () => {
  expect(formatDayOfYear('05-20')).toBe('May 20')
  expect(formatDayOfYear('12-01')).toBe('Dec 1')
})

it('formats a month', () => {
  expect(formatMonth('2026-11')).toBe('Nov 2026')
  expect(formatMonth('2027-01')).toBe('Jan 2027')
})

describe('formatPrice', () => {
  it.each([
    [850, '$850'],
    [1200, '$1,200'],
    [1_000_000, '$1,000,000'],
    [12.49, '$12'],
    [12.5, '$13'],
    [999.5, '$1,000'],
    ['1200.00', '$1,200'],
  ])('formats %j as %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })

  it.each([0, -0, '0', '', null, undefined, Number.NaN, 'free', Infinity])(
    'formats %j as a dash',
    (price) => {
      expect(formatPrice(price)).toBe('—')
    },
  )

  it('groups thousands as toLocaleString does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (dollars) => {
        expect(formatNumber(dollars)).toBe(dollars.toLocaleString('en-CA'))
      }),
    )
  })
})

describe('formatDate', () => {
  it.each([
    ['2027-01-01', 'Jan 1, 2027'],
    ['2026-05-31', 'May 31, 2026'],
    ['2028-02-29', 'Feb 29, 2028'],
    ['2026-11-12T15:00:00.000Z', 'Nov 12, 2026'],
    // In Toronto it is still the previous year.
    ['2027-01-01T04:59:59Z', 'Dec 31, 2026'],
    ['2027-01-01T05:00:00Z', 'Jan 1, 2027'],
    // In daylight saving time the difference is four hours instead of five.
    ['2026-07-01T03:59:59Z', 'Jun 30, 2026'],
    ['2026-07-01T04:00:00Z', 'Jul 1, 2026'],
    ['2026-09-05T23:30:00-04:00', 'Sep 5, 2026'],
    ['2026-09-05 12:00:00', 'Sep 5, 2026'],
    [Date.UTC(2026, 7, 9, 12), 'Aug 9, 2026'],
  ])('formats %j as %s', (date, text) => {
    expect(formatDate(date)).toBe(text)
  })

  it.each(['', null, undefined])('formats %j as a dash', (date) => {
    expect(formatDate(date)).toBe('—')
  })

  it.each(['soon', '2027-02-29', '2027-13-01', '2027-00-00', '2026-01-01T99:00:00Z', '31/12/2026'])(
    'returns %j, which is no date, as it is',
    (date) => {
      expect(formatDate(date)).toBe(date)
    },
  )

  it('agrees with Intl on the date in Toronto before and after every midnight', () => {
    const calendar = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Toronto',
      dateStyle: 'medium',
    })
    const hours = (Date.UTC(2040, 0) - Date.UTC(2007, 0)) / 3_600_000
    // A day in Toronto begins at 4:00 or 5:00 UTC. `npm run test:all` tries the other hours too.
    const isTried = (hour: number) => process.env.TEST_ALL || [3, 4, 5, 16].includes(hour % 24)
    const times = Array.from({ length: hours }, (_, hour) => hour)
      .filter(isTried)
      .map((hour) => Date.UTC(2007, 0, 1, hour))
    expect(times.length).toBeGreaterThan(48_000)
    expect(times.filter((time) => formatDate(time) !== calendar.format(time))).toEqual([])
  })

  it('never throws', () => {
    const anyDate = fc.oneof(fc.string(), fc.double(), fc.date({ noInvalidDate: true }).map(String))
    fc.assert(fc.property(anyDate, (date) => void formatDate(date)))
  })

  it('never shifts a date without a time', () => {
    const days = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2199-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (date) => {
        const text = formatDate(date.toISOString().slice(0, 10))
        expect(text).toContain(` ${date.getUTCDate()}, ${date.getUTCFullYear()}`)
      }),
    )
  })
})

describe('formatShortDate', () => {
  it.each([
    ['2026-10-02', 'Oct 2'],
    ['2025-10-02', 'Oct 2, 2025'],
    // In Toronto it is still the previous year.
    ['2026-01-01T04:59:59Z', 'Dec 31, 2025'],
    ['2026-01-01T05:00:00Z', 'Jan 1'],
    ['soon', 'soon'],
  ])('formats %j as %s', (date, text) => {
    expect(formatShortDate(date, '2026-11-15')).toBe(text)
  })
})

describe('formatWeekday', () => {
  it.each([
    ['2026-11-28', 'Sat, Nov 28'],
    ['2026-11-29', 'Sun, Nov 29'],
    ['2027-01-09', 'Sat, Jan 9, 2027'],
    ['soon', 'soon'],
  ])('formats %j as %s', (date, text) => {
    expect(formatWeekday(date, '2026-11-15')).toBe(text)
  })
})

describe('formatAge', () => {
  it.each([
    ['2026-11-15T12:00:00Z', 'today'],
    // Midnight in Toronto is at 05:00 UTC.
    ['2026-11-15T05:00:00Z', 'today'],
    ['2026-11-15T04:59:59Z', 'yesterday'],
    ['2026-11-13T12:00:00Z', '2 days ago'],
    ['2026-11-09T12:00:00Z', '6 days ago'],
    ['2026-11-08T12:00:00Z', '1 week ago'],
    ['2026-11-01T12:00:00Z', '2 weeks ago'],
    // The clocks went back on November 1.
    ['2026-10-31T04:00:00Z', '2 weeks ago'],
    ['2026-09-17T12:00:00Z', '8 weeks ago'],
    ['2026-09-16T12:00:00Z', '2 months ago'],
    // The clock is behind, so the time is in the future.
    ['2026-11-17T12:00:00Z', 'today'],
  ])('%s is %s', (time, text) => {
    expect(formatAge(time, '2026-11-15')).toBe(text)
  })
})

describe('seller', () => {
  it('has a name, else an id', () => {
    expect(formatSellerName({ id: 7, name: 'Ada Lovelace' })).toBe('Ada Lovelace')
    expect(formatSellerName({ id: 7 })).toBe('Seller #7')
    expect(formatSellerName({ id: 0, name: '' })).toBe('Seller #0')
    expect(formatSellerName({})).toBe('Unknown')
  })

  it('has an email, else another contact', () => {
    expect(formatSellerContact({ email: 'ada@x.ca', contact: '555' })).toBe('ada@x.ca')
    expect(formatSellerContact({ contact: '555' })).toBe('555')
    expect(formatSellerContact({ email: '' })).toBe('—')
  })
})

it.each([
  [0, '12 am'],
  [8, '8 am'],
  [12, '12 pm'],
  [13, '1 pm'],
])('writes hour %i as %s', (hour, text) => {
  expect(formatHour(hour)).toBe(text)
})

describe('formatClock', () => {
  it.each([
    ['2026-11-16T20:15:00.000Z', '3:15 pm'],
    ['2026-11-16T05:05:00.000Z', '12:05 am'],
    ['2026-11-16T17:00:00.000Z', '12:00 pm'],
    // This time is in daylight saving time.
    ['2026-07-01T13:30:00.000Z', '9:30 am'],
  ])('%s is %s on campus', (time, text) => {
    expect(formatClock(time)).toBe(text)
  })
})

it.each([
  ['2026-11-15T19:05:00.000Z', 'Nov 15, 2:05 pm'],
  // On campus it is still late in the evening of the day before.
  ['2026-11-16T04:59:00.000Z', 'Nov 15, 11:59 pm'],
  ['2025-12-31T17:00:00.000Z', 'Dec 31, 2025, 12:00 pm'],
])('the moment %s is %s on campus', (time, text) => {
  expect(formatMoment(time, '2026-11-16')).toBe(text)
})
