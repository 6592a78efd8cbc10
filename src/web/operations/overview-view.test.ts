import { expect, it } from 'vitest'
import { formatBytes } from './overview-parts.tsx'
import { pointText } from './student-figures.tsx'

it.each([
  ['listings', { value: 1480, of: null }, '1,480'],
  ['answered', { value: 71, of: 1200 }, '71% of 1,200'],
  ['reply', { value: 5.5, of: 12 }, '5.5 h'],
  ['sold', null, '—'],
] as const)('says the number of a week: %s', (figure, point, text) => {
  expect(pointText(figure, point)).toBe(text)
})

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1500, '1.5 KB'],
  [12_400_000, '12 MB'],
  [2e15, '2000 TB'],
])('says how much %s bytes are', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
