import { describe, expect, it } from 'vitest'
import { formatMarkdownTable } from './markdown-table.ts'

describe('formatMarkdownTable', () => {
  it('aligns the first column left and the others right', () => {
    const rows = [
      ['hello', '38,000'],
      ['search', '7'],
    ]
    expect(formatMarkdownTable(['', 'req/s'], rows)).toBe(
      [
        '|        |  req/s |',
        '| ------ | -----: |',
        '| hello  | 38,000 |',
        '| search |      7 |',
      ].join('\n'),
    )
  })

  it('pads rows that are too short', () => {
    expect(formatMarkdownTable(['a', 'b'], [['only']])).toContain('| only |     |')
  })
})
