import { expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { cleanAmount, cleanCodes, isWanted, nextShown, registerOptions } from './field-behaviour.ts'
import { emptyValues, isUnfilled } from './form-values.ts'

stayOnBuiltInCampus()

const { misc, rental, textbook } = categoryById

it.each([
  [misc, 'event_date', { category: 'Tickets' }, true],
  [misc, 'event_date', { category: 'Furniture' }, false],
  [misc, 'event_date', {}, false],
  [rental, 'available_to', { is_sublet: true }, true],
  [rental, 'available_to', { is_sublet: false }, false],
  [rental, 'title', {}, true],
])('%#: knows whether other fields ask for it', (category, name, changes, wanted) => {
  const field = category.fields[name as keyof typeof category.fields]
  expect(isWanted(field, { ...emptyValues(category), ...changes })).toBe(wanted)
})

it('takes a default for a value that nobody filled in', () => {
  const { people_in_bedroom: field } = rental.fields
  const values = emptyValues(rental)
  expect(isUnfilled('people_in_bedroom', field, values)).toBe(true)
  expect(isUnfilled('people_in_bedroom', field, { ...values, people_in_bedroom: '2' })).toBe(false)
})

it('hides what is no longer wanted, but keeps what was filled in, and does not take it away while it is cleared', () => {
  const shown = { isWanted: true, isShown: true }
  expect(nextShown(shown, false, false).isShown).toBe(false)
  const kept = nextShown(shown, false, true)
  expect(kept.isShown).toBe(true)
  const cleared = nextShown(kept, false, false)
  expect(cleared.isShown).toBe(true)
  expect(nextShown(nextShown(cleared, true, false), false, false).isShown).toBe(false)
})

/** Returns what the form's fields are set to when an input loses the focus. */
function leave(category: AnyCategory, name: string, value: string) {
  const written: unknown[] = []
  const setValue = (...given: unknown[]) => void written.push(given)
  const { onBlur } = registerOptions({ setValue }, category, name)
  onBlur?.({ target: { name, value } })
  return written
}

it('writes an amount and codes as they are understood, and validates them', () => {
  const options = { shouldDirty: true, shouldValidate: true }
  expect(leave(rental, 'cost', '$1,200')).toEqual([['cost', '1200', options]])
  expect(leave(textbook, 'course_codes', 'cs246')).toEqual([['course_codes', 'CS 246', options]])
})

it('leaves alone what is written so already, and other fields', () => {
  expect(leave(rental, 'cost', '1200')).toEqual([])
  expect(leave(rental, 'title', '$1,200')).toEqual([])
})

it('validates the end of a period with its beginning', () => {
  const form = { setValue: () => undefined }
  expect(registerOptions(form, rental, 'date_available').deps).toEqual(['available_to'])
  expect(registerOptions(form, rental, 'title').deps).toBeUndefined()
})

it.each([
  ['$55', '55'],
  ['$ 1,200.50', '1200.50'],
  [' 15.50 ', '15.50'],
  ['12.345', '12.345'],
  ['1,20', '1,20'],
  ['$cheap', '$cheap'],
  ['', ''],
])('writes the amount %j as %j', (typed, clean) => {
  expect(cleanAmount(typed)).toBe(clean)
})

it.each([
  ['math135, cs 246', 'MATH 135, CS 246'],
  ['cs246,,CS 246', 'CS 246'],
  ['', ''],
  ['{"a":1}', '{"a":1}'],
])('writes the codes %j as %j', (typed, clean) => {
  expect(cleanCodes(typed)).toBe(clean)
})
