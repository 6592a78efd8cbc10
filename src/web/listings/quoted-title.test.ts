import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { quotedTitle } from './quoted-title.ts'

it.each([
  ['Bike', '“Bike”'],
  ['W'.repeat(40), `“${'W'.repeat(40)}”`],
  ['🚲'.repeat(41), `“${'🚲'.repeat(40)}…”`],
  [`${'W'.repeat(39)} ${'W'.repeat(20)}`, `“${'W'.repeat(39)}…”`],
])('%s is %s', (title, quoted) => {
  expect(quotedTitle(categoryById.misc, { title } as Listing)).toBe(quoted)
})
