import { expect, it } from 'vitest'
import { mailLink } from './mail-link.ts'

it('keeps odd characters out of the link’s own syntax', () => {
  expect(mailLink('a%b+c@uwaterloo.ca', 'Inquiry about item: Salt & pepper? 100%')).toBe(
    'mailto:a%25b%2Bc@uwaterloo.ca?subject=Inquiry%20about%20item%3A%20Salt%20%26%20pepper%3F%20100%25',
  )
})
