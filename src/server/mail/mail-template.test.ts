import { expect, it, vi } from 'vitest'
import { renderMail } from './mail-template.ts'

vi.mock('#campus.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  postalAddress: 'Quad & Co, 1 King St, Waterloo ON N2L 0A1',
  hasPostalAddress: true,
}))

it('a mail ends with the postal address', () => {
  const { text, html } = renderMail('test', { email: 'ada@uwaterloo.ca' }, 'Hello', {
    preheader: 'Soon.',
    heading: 'Hello',
    greeting: 'Hi,',
    paragraphs: ['A text.'],
    note: 'A note.',
  })
  expect(text).toMatch(/\nQuad - Waterloo & Laurier\nQuad & Co, 1 King St, Waterloo ON N2L 0A1\n$/)
  expect(html).toContain('students<br>Quad &amp; Co, 1 King St, Waterloo ON N2L 0A1</td>')
})
