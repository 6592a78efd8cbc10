import { expect, it } from 'vitest'
import { buildMailtoUrl } from './mailto-url.ts'

it('percent-encodes address and subject', () => {
  expect(buildMailtoUrl('a%b+c@uwaterloo.ca', 'Inquiry about item: Salt & pepper? 100%')).toBe(
    'mailto:a%25b%2Bc@uwaterloo.ca?subject=Inquiry%20about%20item%3A%20Salt%20%26%20pepper%3F%20100%25',
  )
})
