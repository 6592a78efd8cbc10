import { expect, it } from 'vitest'
import { table } from './table.ts'

it('aligns names to the left and figures to the right', () => {
  const rows = [
    ['hello', '38,000'],
    ['search', '7'],
  ]
  expect(table(['', 'req/s'], rows)).toBe(
    [
      '|        |  req/s |',
      '| ------ | -----: |',
      '| hello  | 38,000 |',
      '| search |      7 |',
    ].join('\n'),
  )
})

it('fills rows that are too short', () => {
  expect(table(['a', 'b'], [['only']])).toContain('| only |     |')
})
