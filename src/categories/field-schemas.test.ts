import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import type { Field } from './field-kinds.ts'
import { inputSchema, responseSchema } from './field-schemas.ts'

stayOnBuiltInCampus()

const errorMessage = (field: Field, value: unknown) =>
  inputSchema(field)
    .safeParse(value)
    .error?.issues.map(({ message }) => message)[0]

const parse = (field: Field, value: unknown) => inputSchema(field).parse(value)

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
const codes: Field = {
  kind: 'codes',
  label: '',
  maxItems: 5,
  maxLength: 20,
  placeholder: '',
  firstCodeName: 'code',
}
const isbn: Field = { kind: 'isbn', label: '' }
const amenities: Field = { kind: 'list', label: '', options: [], maxItems: 20, maxLength: 40 }

describe('required field', () => {
  it.each([title, cost, available, faculty, year])(
    'of kind $kind rejects a blank value',
    (field) => {
      for (const blank of [undefined, null, '', ' ', '\t\n', '\u200B', '\u3164\u2800']) {
        expect(errorMessage(field, blank)).toBe('Field required')
      }
    },
  )
})

describe('optional field', () => {
  it.each([edition, beds, condition])('of kind $kind is null when blank', (field) => {
    for (const blank of [undefined, null, '', ' ', '\u200B']) expect(parse(field, blank)).toBeNull()
  })

  it('is validated when given', () => {
    expect(errorMessage(edition, 'x'.repeat(61))).toBe('Must be at most 60 characters')
    expect(errorMessage(condition, 'Broken')).toBe('Choose one of: New, Used')
  })
})

describe('optional field with a default', () => {
  it.each([
    [{ ...beds, min: 1, default: 1 } satisfies Field, 1, 3],
    [{ ...condition, default: 'Used' } satisfies Field, 'Used', 'New'],
  ])('of kind $kind has it when blank', (field, value, other) => {
    for (const blank of [undefined, null, '', ' ']) expect(parse(field, blank)).toBe(value)
    expect(parse(field, other)).toBe(other)
  })
})

describe('required field with a default', () => {
  it('is where the form starts, and no answer to a request that has none', () => {
    const type: Field = { ...faculty, default: 'Math' }
    for (const blank of [undefined, null, '']) {
      expect(errorMessage(type, blank)).toBe('Field required')
    }
  })
})

describe('text field', () => {
  it('is trimmed before its length is checked', () => {
    expect(parse(title, '  Sunny room ')).toBe('Sunny room')
    expect(parse(title, ` ${'x'.repeat(120)} `)).toBe('x'.repeat(120))
    expect(errorMessage(title, 'x'.repeat(121))).toBe('Must be at most 120 characters')
    const description: Field = { ...title, kind: 'longtext', maxLength: 5000 }
    expect(errorMessage(description, 'x'.repeat(5001))).toBe('Must be at most 5,000 characters')
  })

  it.each([
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
    ['half an emoji', '\udc00'],
  ])('with %s is rejected', (_, value) => {
    expect(errorMessage(title, value)).toBe("Contains a character we can't read")
    expect(errorMessage(edition, value)).toBe("Contains a character we can't read")
  })

  it('accepts emoji, markup and any script', () => {
    for (const value of ['🪑 desk', '<script>', 'Café 東京'])
      expect(parse(title, value)).toBe(value)
  })

  it.each([12, true, ['a'], {}])('rejects %j', (value) => {
    expect(errorMessage(title, value)).toBe('Must be text')
  })
})

describe('money field', () => {
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
    ['$55', 55],
    ['$1,200.50', 1200.5],
  ])('accepts %j', (given, dollars) => {
    expect(parse(cost, given)).toBe(dollars)
  })

  it('turns negative zero into zero', () => {
    expect(parse(cost, -0)).toBe(0)
    expect(parse(cost, '-0')).toBe(0)
  })

  it.each(
    [
      ['12abc', '1e5', '1,20', '5 $ 5', '0x10', '.', 'NaN', 'Infinity', '١٢'],
      [Infinity, -Infinity, NaN, true, [5], {}],
    ].flat(),
  )('rejects %j', (given) => {
    expect(errorMessage(cost, given)).toBe('Must be a number')
  })

  it.each([-0.01, '-5', 1_000_000.01, '1000001'])('rejects the out-of-range %j', (given) => {
    expect(errorMessage(cost, given)).toBe('Must be between 0 and 1,000,000')
  })

  it.each([1.005, '1.005', '12.345', 0.001, 999_999.999])(
    'rejects the fraction of a cent in %j',
    (given) => {
      expect(errorMessage(cost, given)).toBe('Use at most two decimals')
    },
  )
})

describe('number field', () => {
  it('accepts whole numbers within its range', () => {
    expect(parse(beds, '3')).toBe(3)
    expect(parse(beds, 0)).toBe(0)
    expect(parse(beds, 20)).toBe(20)
    expect(errorMessage(beds, 2.5)).toBe('Must be a whole number')
    expect(errorMessage(beds, 21)).toBe('Must be between 0 and 20')
    expect(errorMessage(beds, -1)).toBe('Must be between 0 and 20')
    expect(errorMessage(beds, 'two')).toBe('Must be a number')
    expect(errorMessage(beds, 1e300)).toBeDefined()
  })
})

describe('date field', () => {
  it.each(['2027-01-31', ' 2028-02-29 ', '2027-12-01'])('accepts %j', (given) => {
    expect(parse(available, given)).toBe(given.trim())
  })

  it.each(
    ['2027-02-29', '2027-13-01', '2027-00-10', '2027-04-31', '2027-1-1', '27-01-01'].concat([
      '2027-01-01T00:00:00Z',
      '01/31/2027',
      'soon',
    ]),
  )('rejects %j', (given) => {
    expect(errorMessage(available, given)).toBe('Must be a real date, like 2027-01-31')
  })

  it('rejects a number', () => {
    expect(errorMessage(available, 20270131)).toBe('Must be a real date, like 2027-01-31')
  })
})

describe('choice field', () => {
  it('accepts an option ignoring case and returns it as defined', () => {
    expect(parse(faculty, 'Math')).toBe('Math')
    expect(parse(faculty, ' arts & science ')).toBe('Arts & Science')
    expect(errorMessage(faculty, 'Astrology')).toBe('Choose one of: Math, Arts & Science')
    expect(errorMessage(faculty, ['Math'])).toBe('Choose one of: Math, Arts & Science')
  })

  it('accepts a number option given as text', () => {
    expect(parse(year, 1)).toBe(1)
    expect(parse(year, '4')).toBe(4)
    for (const wrong of [0, 5, 1.5, '5', 'first', '1.0']) {
      expect(errorMessage(year, wrong)).toBe('Choose one of: 1, 2, 3, 4')
    }
  })
})

describe('checkbox field', () => {
  it.each([true, 'true', 'TRUE', 1, '1', 'on'])('is true for %j', (given) => {
    expect(parse(parking, given)).toBe(true)
  })

  it.each([false, 'false', 0, '0', 'off'])('is false for %j', (given) => {
    expect(parse(parking, given)).toBe(false)
  })

  it.each(['', ' ', null, undefined])('is not said for %j', (given) => {
    expect(parse(parking, given)).toBeNull()
  })

  it.each(['yes please', 2, [], {}])('rejects %j', (given) => {
    expect(errorMessage(parking, given)).toBe('Must be true or false')
  })
})

describe('list field', () => {
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
  ])('accepts %j', (given, items) => {
    expect(parse(amenities, given)).toEqual(items)
  })

  it('limits the number of items and their length', () => {
    expect(parse(amenities, Array(20).fill('x'.repeat(40)))).toHaveLength(20)
    expect(errorMessage(amenities, Array(21).fill('x'))).toBe('Choose at most 20')
    expect(errorMessage(amenities, ['x'.repeat(41)])).toBe('Must be at most 40 characters')
  })

  it.each([[[1]], [[null]], [{}], [5], [[['nested']]]])('rejects %j', (given) => {
    expect(errorMessage(amenities, given)).toBeDefined()
  })

  it('rejects characters that are not text', () => {
    expect(errorMessage(amenities, ['a\0'])).toBe("Contains a character we can't read")
  })
})

describe('codes field', () => {
  it('is normalised, without repetitions', () => {
    expect(parse(codes, 'math135, Math-137, MATH 135')).toEqual(['MATH 135', 'MATH 137'])
    for (const blank of [undefined, null, '', []]) expect(parse(codes, blank)).toEqual([])
  })

  it('limits the number of codes and their length', () => {
    expect(parse(codes, 'a1,a2,a3,a4,a5')).toHaveLength(5)
    expect(errorMessage(codes, 'a1,a2,a3,a4,a5,a6')).toBe('Enter at most 5')
    expect(
      errorMessage(
        codes,
        Array.from({ length: 1000 }, (_, n) => `C${n}`),
      ),
    ).toBe('Enter at most 5')
    expect(errorMessage(codes, 'x'.repeat(21))).toBe('Must be at most 20 characters')
  })

  it('takes a code of the greatest length, in which normalising puts a space', () => {
    expect(parse(codes, `${'x'.repeat(16)}1234`)).toEqual([`${'X'.repeat(16)} 1234`])
  })

  it.each([[5], [[5]], [[null]], [{}], [[['MATH 135']]], [true]])('rejects %j', (given) => {
    expect(errorMessage(codes, given)).toBe(
      (given as unknown[])?.[0] === null ? 'Field required' : 'Must be text',
    )
  })

  it('rejects characters that are not text', () => {
    expect(errorMessage(codes, 'a\0')).toBe("Contains a character we can't read")
  })
})

describe('ISBN field', () => {
  const message = 'Check the last digit: this is not a valid ISBN.'

  it('has 13 digits', () => {
    expect(parse(isbn, '0-8044-2957-x')).toBe('9780804429573')
    expect(parse(isbn, 9780306406157)).toBe('9780306406157')
    for (const blank of [undefined, null, '', ' ']) expect(parse(isbn, blank)).toBeNull()
  })

  it.each(['9780306406158', '0-306-40615-3', 'ISBN-13: 9780306406158'])('rejects %j', (given) => {
    expect(errorMessage(isbn, given)).toBe(message)
  })

  it.each(['123', 'Calculus', '978-0-306-40615', 5, 'a\0', '9'.repeat(10_000)])(
    'rejects %j, which has too few digits or too many',
    (given) => {
      expect(errorMessage(isbn, given)).toBe('An ISBN has 10 or 13 digits.')
    },
  )

  it.each([[['9780306406157']], [{}], [true]])('rejects %j, which is no text', (given) => {
    expect(errorMessage(isbn, given)).toBe('Must be text')
  })
})

describe('response schema', () => {
  it('accepts values of the plain type of the field', () => {
    expect(responseSchema(cost).parse(12.5)).toBe(12.5)
    expect(responseSchema(cost).safeParse('12.5').success).toBe(false)
    expect(responseSchema(amenities).parse(['Gym'])).toEqual(['Gym'])
    expect(responseSchema(faculty).parse('Astrology')).toBe('Astrology')
    expect(responseSchema(year).parse(5)).toBe(5)
    expect(responseSchema(available).parse('2027-01-31')).toBe('2027-01-31')
  })
})
