import { expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { registerOptions } from './register-options.ts'

const { rental, textbook } = categoryById

/** What leaving the input writes into the form. */
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
