import { expect, it } from 'vitest'
import { formatHour } from './format-hour.ts'

it.each([
  [0, '12 am'],
  [8, '8 am'],
  [12, '12 pm'],
  [13, '1 pm'],
])('writes hour %i as %s', (hour, text) => {
  expect(formatHour(hour)).toBe(text)
})
