import { expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { readSourceFiles } from '#tests/support/source-files.ts'
import { buildMailtoUrl } from './mailto-url.ts'

it('percent-encodes address, subject and body', () => {
  const text = { subject: 'Inquiry about item: Salt & pepper? 100%', body: 'Hi 🙂 #1\n\na=b' }
  expect(buildMailtoUrl(at('a%b+c'), text)).toBe(
    `mailto:${at('a%25b%2Bc')}` +
      '?subject=Inquiry%20about%20item%3A%20Salt%20%26%20pepper%3F%20100%25' +
      '&body=Hi%20%F0%9F%99%82%20%231%0D%0A%0D%0Aa%3Db',
  )
})

it('is how every link to an address is made', () => {
  expect(buildMailtoUrl(at('a%b'))).toBe(`mailto:${at('a%25b')}`)
  const others = readSourceFiles('src').filter(
    ({ path, text }) => !path.includes('mailto-url') && /[`'"]mailto:\$?/.test(text),
  )
  expect(others.map(({ path }) => path).filter((path) => !path.includes('.test.'))).toEqual([])
})
