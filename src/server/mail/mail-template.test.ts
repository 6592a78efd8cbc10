import { expect, it, vi } from 'vitest'
import { renderMail } from './mail-template.ts'

vi.mock('#campus.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  postalAddress: 'Quad & Co, 1 King St, Waterloo ON N2L 0A1',
  hasPostalAddress: true,
}))

it('a mail ends with a note, whose addresses are links, and the postal address', () => {
  const { text, html } = renderMail('test', { email: 'ada@uwaterloo.ca' }, 'Hello', {
    preheader: 'Soon.',
    heading: 'Hello',
    greeting: 'Hi,',
    paragraphs: ['A text.'],
    note: 'Rules & more: https://quad.example/rules?a=1&b=2.',
  })
  expect(text).toMatch(/\nQuad - Waterloo & Laurier\nQuad & Co, 1 King St, Waterloo ON N2L 0A1\n$/)
  expect(html).toContain('students<br>Quad &amp; Co, 1 King St, Waterloo ON N2L 0A1</td>')
  const url = 'https://quad.example/rules?a=1&amp;b=2'
  expect(html).toContain(`Rules &amp; more: <a href="${url}" style="color:inherit">${url}</a>.</p>`)
})

it('long words of students stay in their frame: marked in the text, broken in the HTML', () => {
  const long = 'x'.repeat(100)
  const { text, html } = renderMail('test', { email: 'ada@uwaterloo.ca' }, 'Hello', {
    preheader: '',
    heading: `From ${long}`,
    greeting: `Hi ${long},`,
    paragraphs: [],
    quote: { label: `${long} wrote:`, text: `See https://evil.example/${long}` },
    sections: [{ heading: 'About', items: [{ title: long, text: `Bob: ${long}` }] }],
    note: '',
  })
  expect(text).toContain(`\n> See\n> https://evil.example/${long}\n`)
  const frames = [...html.matchAll(/<(?:h1|p|blockquote)[^>]*>[^<]*x{100}/g)].map(([tag]) => tag)
  expect(frames).toHaveLength(6)
  expect(frames.filter((tag) => !tag.includes('overflow-wrap:anywhere'))).toEqual([])
})
