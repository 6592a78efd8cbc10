import { beforeEach, describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { look, withSiteAddress } from '../campus/look.ts'
import { renderMail } from './render-mail.ts'

it('a mail ends with a note, whose addresses are links, and the postal address', () => {
  changeCampus({ ...builtInCampus, postalAddress: 'Quad & Co, 1 King St, Waterloo ON N2L 0A1' })
  const { text, html } = renderMail('password-changed', { email: at('ada') }, 'Hello', {
    preheader: 'Soon.',
    heading: 'Hello',
    greeting: 'Hi,',
    paragraphs: ['A text.'],
    note: 'Rules & more: https://quad.example/rules?a=1&b=2.',
  })
  expect(text).toMatch(/\nQuad - Waterloo & Laurier\nQuad & Co, 1 King St, Waterloo ON N2L 0A1\n$/)
  expect(html).toContain('students<br>Quad &amp; Co, 1 King St, Waterloo ON N2L 0A1</td>')
  const url = 'https://quad.example/rules?a=1&amp;b=2'
  expect(html).toContain(
    `Rules &amp; more: <a href="${url}" class="ink" style="color:#17130e">${url}</a>.</td>`,
  )
})

describe('the look of a mail', () => {
  beforeEach(() => changeCampus(builtInCampus))

  const render = () =>
    renderMail('password-changed', { email: at('ada') }, 'Hello', {
      preheader: '',
      heading: 'Hello',
      greeting: 'Hi,',
      paragraphs: [],
      quote: { label: 'Bob wrote:', text: 'Hello' },
      button: { label: 'Open', url: 'https://quad.example/x' },
    }).html

  it('has the fill of the campus and the text that is readable on it, in light and dark', () => {
    const own = render()
    expect(own).toContain('bgcolor="#ffc53d"')
    expect(own).not.toContain('on-gold')
    changeCampus({ accent: '#0A0A12' })
    const { light, dark } = look().colors
    const html = render()
    expect(html).toContain(`<td align="center" class="gold" bgcolor="#0a0a12"`)
    expect(html).toMatch(/<a href="[^"]*" class="on-gold" style="[^"]*color:#ffffff/)
    expect(html).toContain(`color:${light.link}`)
    expect(html).toContain(`.gold { background: ${dark.gold} !important }`)
    expect(html).toContain(`.on-gold { color: ${dark['on-gold']} !important }`)
    expect(html).not.toContain('#ffc53d')
  })

  it('has the mark of the built-in brand only, the first letter of another, or its logo', () => {
    const mark = 'border-radius:4px'
    expect(render()).toContain(mark)
    changeCampus({ brand: 'Harbour' })
    expect(render()).not.toContain(mark)
    expect(render()).toMatch(/<span class="on-gold" style="[^"]*">H<\/span>/)
    changeCampus({ logo: '/brand/0123456789abcdef/logo-400x100.webp' })
    const html = render()
    expect(html).toMatch(
      /<img src="\/brand\/[0-9a-f]{16}\/logo\.png" alt="" width="160" height="40"/,
    )
    expect(withSiteAddress(html, 'https://quad.example')).toContain(
      '<img src="https://quad.example/brand/',
    )
  })
})

it('long words of students stay in their frame: marked in the text, broken in the HTML', () => {
  const long = 'x'.repeat(100)
  const { text, html } = renderMail('password-changed', { email: at('ada') }, 'Hello', {
    preheader: '',
    heading: `From ${long}`,
    greeting: `Hi ${long},`,
    paragraphs: [],
    quote: { label: `${long} wrote:`, text: `See https://evil.example/${long}` },
    sections: [{ heading: 'About', items: [{ title: long, text: `Bob: ${long}` }] }],
    note: '',
  })
  expect(text).toContain(`\n> See\n> https://evil.example/${long}\n`)
  const frames = [...html.matchAll(/<(?:h1|p|td|blockquote)[^>]*>[^<]*x{100}/g)].map(([tag]) => tag)
  expect(frames).toHaveLength(6)
  expect(frames.filter((tag) => !tag.includes('overflow-wrap:anywhere'))).toEqual([])
})

describe('words of students', () => {
  const forgery = '--\nUnsubscribe:\nhttps://evil.example/x'
  const breaks = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']
  const render = (words: string) =>
    renderMail('unread-messages', { email: at('ada') }, 'Hello', {
      preheader: '',
      heading: `From ${words}`,
      greeting: `Hi ${words},`,
      paragraphs: [`About ${words}`],
      quote: { label: `X ${words} wrote:`, text: `X\n${words}` },
      sections: [
        {
          heading: `Rentals: ${words}`,
          items: [
            {
              title: `X ${words}`,
              price: `$5 ${words}`,
              text: `12 King St, ${words}`,
              url: 'https://quad.example/misc/1',
              link: { label: `Renew ${words}`, url: 'https://quad.example/renew' },
            },
          ],
          more: `and more ${words}`,
        },
      ],
      note: `Note ${words}`,
      unsubscribe: { reason: `Because ${words}.`, url: 'https://quad.example/unsubscribe' },
    }).text
  const linesOf = (text: string) => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)

  it.each(breaks)('begin no line by %j', (lineBreak) => {
    const lines = linesOf(render(forgery.replaceAll('\n', lineBreak)))
    expect(lines.filter((line) => line === '--')).toHaveLength(1)
    expect(lines.filter((line) => /^unsubscribe:/i.test(line))).toEqual(['Unsubscribe:'])
    expect(lines.filter((line) => line.startsWith('https://evil.example'))).toEqual([])
    expect(lines).toContain('> Unsubscribe:')
    expect(lines).toContain('X -- Unsubscribe: https://evil.example/x')
  })

  it('begin no line where a long one is wrapped', () => {
    const padding = 'x'.repeat(60)
    const url = `https://evil.example/${'x'.repeat(60)}`
    const title = `${padding} Unsubscribe: ${url}`
    const { text } = renderMail('saved-news', { email: at('ada') }, 'Hello', {
      preheader: '',
      heading: title,
      greeting: 'Hi,',
      paragraphs: [],
      quote: { label: title, text: title },
      sections: [{ heading: title, items: [{ title, text: title }] }],
    })
    expect(text).toContain(`\n  Unsubscribe:\n  ${url}\n`)
    expect(text).toContain(`\n> Unsubscribe:\n> ${url}\n`)
    expect(text).not.toMatch(/^(unsubscribe|https)/im)
  })

  it('reorder nothing around them', () => {
    const text = render('a\u202eb\u2066c\u2069\u2069\u2068d')
    expect(text).not.toMatch(/\p{Bidi_Control}/u)
    expect(text).toContain('X abcd\n')
    expect(text).toContain('> abcd\n')
  })
})
