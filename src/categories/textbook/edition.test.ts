import { expect, it } from 'vitest'
import { formatEdition } from './edition.ts'

it.each([
  ['8', '8th edition'],
  ['1', '1st edition'],
  ['2', '2nd edition'],
  ['3', '3rd edition'],
  ['11', '11th edition'],
  ['12', '12th edition'],
  ['21', '21st edition'],
  ['102', '102nd edition'],
  ['8th', '8th edition'],
  ['8TH', '8th edition'],
  ['8e', '8th edition'],
  ['8.', '8th edition'],
  ['8th edition', '8th edition'],
  ['8th ed', '8th edition'],
  ['2nd ed.', '2nd edition'],
  ['2edn', '2nd edition'],
  ['2019', '2019 edition'],
  ['Second', 'Second edition'],
  ['International', 'International edition'],
  ['International Edition', 'International Edition'],
  ['9th Canadian', '9th Canadian edition'],
  ['Ed. 8', 'Ed. 8'],
  ['', ''],
  [null, null],
  [undefined, undefined],
])('%j reads %j', (typed, text) => {
  expect(formatEdition(typed)).toBe(text)
})
