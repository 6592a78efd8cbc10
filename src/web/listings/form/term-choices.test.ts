import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { termChoices } from './term-choices.ts'

stayOnBuiltInCampus()

it.each([
  [
    '2026-11-15',
    ['Winter 2027', 'Spring 2027', 'Fall 2027', 'Winter + Spring 2027', 'Spring + Fall 2027'],
  ],
  [
    '2026-05-01',
    ['Fall 2026', 'Winter 2027', 'Spring 2027', 'Fall 2026 + Winter 2027', 'Winter + Spring 2027'],
  ],
])('offers on %s the next three terms and two at a time', (today, labels) => {
  expect(termChoices(today).map(({ label }) => label)).toEqual(labels)
})

it('spans both terms of a pair', () => {
  expect(termChoices('2026-11-15')[3]).toMatchObject({ first: '2027-01-01', last: '2027-08-31' })
})
