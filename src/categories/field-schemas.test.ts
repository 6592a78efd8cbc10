import { describe, expect, it } from 'vitest'
import type { Field } from './define-category.ts'
import { answerSchema, inputSchema } from './field-schemas.ts'

const messages = (field: Field, value: unknown) =>
  inputSchema(field)
    .safeParse(value)
    .error?.issues.map(({ message }) => message)[0]

const accepted = (field: Field, value: unknown) => inputSchema(field).parse(value)

const title: Field = { kind: 'text', label: '', required: true, maxLength: 120 }
const edition: Field = { kind: 'text', label: '', maxLength: 60 }
const cost: Field = { kind: 'money', label: '', required: true, max: 1_000_000 }
const beds: Field = { kind: 'number', label: '', min: 0, max: 20 }
const available: Field = { kind: 'date', label: '', required: true }
const faculty: Field = {
  kind: 'choice',
  label: '',
  required: true,
  options: ['Math', 'Arts & Science'],
}
const year: Field = { kind: 'choice', label: '', required: true, options: [1, 2, 3, 4] }
const condition: Field = { kind: 'choice', label: '', options: ['New', 'Used'] }
const parking: Field = { kind: 'checkbox', label: '' }
const amenities: Field = { kind: 'list', label: '', options: [], maxItems: 20, maxLength: 40 }

describe('a required field', () => {
  it.each([title, cost, available, faculty, year])('of kind $kind must be given', (field) => {
    for (const nothing of [undefined, null, '', ' ', '\t\n']) {
      expect(messages(field, nothing)).toBe('Field required')
    }
  })
})

describe('an optional field', () => {
  it.each([edition, beds, condition])('of kind $kind may be left blank', (field) => {
    for (const nothing of [undefined, null, '', ' ']) expect(accepted(field, nothing)).toBeNull()
  })

  it('is checked all the same when given', () => {
    expect(messages(edition, 'x'.repeat(61))).toBe('Must be at most 60 characters')
    expect(messages(condition, 'Broken')).toBe('Choose one of: New, Used')
  })
})

describe('text', () => {
  it('is trimmed, and counted after that', () => {
    expect(accepted(title, '  Sunny room ')).toBe('Sunny room')
    expect(accepted(title, ` ${'x'.repeat(120)} `)).toBe('x'.repeat(120))
    expect(messages(title, 'x'.repeat(121))).toBe('Must be at most 120 characters')
    const description: Field = { ...title, kind: 'longtext', maxLength: 5000 }
    expect(messages(description, 'x'.repeat(5001))).toBe('Must be at most 5,000 characters')
  })

  it.each([
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
    ['half an emoji', '\udc00'],
  ])('with %s is refused', (_, value) => {
    expect(messages(title, value)).toBe('Contains a character that is not text')
    expect(messages(edition, value)).toBe('Contains a character that is not text')
  })

  it('may hold emoji, markup and any script', () => {
    for (const value of ['🪑 desk', '<script>', 'Café 東京'])
      expect(accepted(title, value)).toBe(value)
  })

  it.each([12, true, ['a'], {}])('is not %j', (value) => {
    expect(messages(title, value)).toBe('Must be text')
  })
})

describe('money', () => {
  it.each([
    [0, 0],
    ['0', 0],
    [0.01, 0.01],
    ['12', 12],
    [' 12.50 ', 12.5],
    ['+7', 7],
    [999_999.99, 999_999.99],
    [1_000_000, 1_000_000],
    [1.1, 1.1],
    [19.99, 19.99],
  ])('may be %j', (given, dollars) => {
    expect(accepted(cost, given)).toBe(dollars)
  })

  it('knows no negative zero', () => {
    expect(accepted(cost, -0)).toBe(0)
    expect(accepted(cost, '-0')).toBe(0)
  })

  it.each(
    [
      ['12abc', '1e5', '1,200', '$5', '0x10', '.', 'NaN', 'Infinity', '١٢'],
      [Infinity, -Infinity, NaN, true, [5], {}],
    ].flat(),
  )('is not %j', (given) => {
    expect(messages(cost, given)).toBe('Must be a number')
  })

  it.each([-0.01, '-5', 1_000_000.01, '1000001'])('is not as much as %j', (given) => {
    expect(messages(cost, given)).toBe('Must be between 0 and 1,000,000')
  })

  it.each([1.005, '1.005', 0.001, 999_999.999])('is not as fine as %j', (given) => {
    expect(messages(cost, given)).toBe('Use at most two decimals')
  })
})

describe('a number', () => {
  it('is whole and within its range', () => {
    expect(accepted(beds, '3')).toBe(3)
    expect(accepted(beds, 0)).toBe(0)
    expect(accepted(beds, 20)).toBe(20)
    expect(messages(beds, 2.5)).toBe('Must be a whole number')
    expect(messages(beds, 21)).toBe('Must be between 0 and 20')
    expect(messages(beds, -1)).toBe('Must be between 0 and 20')
    expect(messages(beds, 'two')).toBe('Must be a number')
    expect(messages(beds, 1e300)).toBeDefined()
  })
})

describe('a date', () => {
  it.each(['2027-01-31', ' 2028-02-29 ', '2027-12-01'])('may be %j', (given) => {
    expect(accepted(available, given)).toBe(given.trim())
  })

  it.each(
    ['2027-02-29', '2027-13-01', '2027-00-10', '2027-04-31', '2027-1-1', '27-01-01'].concat([
      '2027-01-01T00:00:00Z',
      '01/31/2027',
      'soon',
    ]),
  )('is not %j', (given) => {
    expect(messages(available, given)).toBe('Must be a real date, like 2027-01-31')
  })

  it('is not a number', () => {
    expect(messages(available, 20270131)).toBe('Must be a real date, like 2027-01-31')
  })
})

describe('a choice', () => {
  it('is one of its options, in any case, kept as the option is spelled', () => {
    expect(accepted(faculty, 'Math')).toBe('Math')
    expect(accepted(faculty, ' arts & science ')).toBe('Arts & Science')
    expect(messages(faculty, 'Astrology')).toBe('Choose one of: Math, Arts & Science')
    expect(messages(faculty, ['Math'])).toBe('Choose one of: Math, Arts & Science')
  })

  it('may be a number, also written as text', () => {
    expect(accepted(year, 1)).toBe(1)
    expect(accepted(year, '4')).toBe(4)
    for (const wrong of [0, 5, 1.5, '5', 'first', '1.0']) {
      expect(messages(year, wrong)).toBe('Choose one of: 1, 2, 3, 4')
    }
  })
})

describe('a checkbox', () => {
  it.each([true, 'true', 'TRUE', 1, '1', 'on'])('is ticked by %j', (given) => {
    expect(accepted(parking, given)).toBe(true)
  })

  it.each([false, 'false', 0, '0', 'off', '', null, undefined])('is not ticked by %j', (given) => {
    expect(accepted(parking, given)).toBe(false)
  })

  it.each(['yes please', 2, [], {}])('makes nothing of %j', (given) => {
    expect(messages(parking, given)).toBe('Must be true or false')
  })
})

describe('a list', () => {
  it.each([
    [
      ['Furnished', ' Gym '],
      ['Furnished', 'Gym'],
    ],
    ['["Furnished","Gym"]', ['Furnished', 'Gym']],
    ['Furnished, Gym,', ['Furnished', 'Gym']],
    [['', 'Gym', ' '], ['Gym']],
    ['', []],
    [null, []],
    [undefined, []],
    [[], []],
  ])('may be given as %j', (given, entries) => {
    expect(accepted(amenities, given)).toEqual(entries)
  })

  it('has at most so many entries of at most so many characters', () => {
    expect(accepted(amenities, Array(20).fill('x'.repeat(40)))).toHaveLength(20)
    expect(messages(amenities, Array(21).fill('x'))).toBe('Choose at most 20')
    expect(messages(amenities, ['x'.repeat(41)])).toBe('Must be at most 40 characters')
  })

  it.each([[[1]], [[null]], [{}], [5], [[['nested']]]])('is not %j', (given) => {
    expect(messages(amenities, given)).toBeDefined()
  })

  it('refuses characters that are not text', () => {
    expect(messages(amenities, ['a\0'])).toBe('Contains a character that is not text')
  })
})

describe('in an answer', () => {
  it('only an optional field without a value of its own may be null', () => {
    for (const field of [edition, beds, condition]) {
      expect(answerSchema(field).safeParse(null).success).toBe(true)
    }
    for (const field of [title, cost, available, year, parking, amenities]) {
      expect(answerSchema(field).safeParse(null).success).toBe(false)
    }
  })

  it('a value has its plain type', () => {
    expect(answerSchema(cost).parse(12.5)).toBe(12.5)
    expect(answerSchema(cost).safeParse('12.5').success).toBe(false)
    expect(answerSchema(amenities).parse(['Gym'])).toEqual(['Gym'])
    expect(answerSchema(faculty).parse('Math')).toBe('Math')
    expect(answerSchema(available).parse('2027-01-31')).toBe('2027-01-31')
  })
})
