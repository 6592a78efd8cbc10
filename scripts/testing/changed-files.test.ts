import { expect, it } from 'vitest'
import { needsBrowserTests } from './changed-files.ts'

it.each([
  ['src/web/listings/listing-card.tsx', true],
  ['src/campus/campus.ts', true],
  ['tests/browser/fixtures.ts', true],
  ['tests/browser/login.spec.ts', false],
  ['src/web/pages/about.test.tsx', false],
  ['src/server/app.ts', false],
])('after a change of %s all browser tests run: %s', (file, expected) => {
  expect(needsBrowserTests([file])).toBe(expected)
})
