import { expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { maxTextLength, textNames } from '#contract/site-text-rules.ts'
import { siteText } from '#contract/site-texts.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { defaultTexts } from './default-texts.ts'
import { readLines, renderText } from './render-text.ts'

/** Returns the HTML of a text without headings. */
const toHtml = (markdown: string) => renderText(markdown)[0]?.html.trim()

it('cuts a text into parts and cards, and keeps the names of headings', () => {
  const text = [
    'Hello.',
    '### First *card* {#yours}',
    '- one',
    '- two',
    '## Report {#report}',
    'Write.',
    '#### Deeper',
    '### Inner',
    '#### Deepest',
    '# Last {#Not a name}',
    '> ## quoted',
  ].join('\n\n')
  expect(renderText(text)).toEqual([
    {
      anchor: null,
      title: null,
      html: '<p>Hello.</p>\n',
      cards: [
        {
          anchor: 'yours',
          title: 'First <em>card</em>',
          html: '<ul class="grid list-disc gap-1 pl-5"><li>\n<p>one</p>\n</li>\n<li>\n<p>two</p>\n</li>\n</ul>\n',
        },
      ],
    },
    {
      anchor: 'report',
      title: 'Report',
      html: '<p>Write.</p>\n<h3 class="title-4">Deeper</h3>',
      cards: [{ anchor: null, title: 'Inner', html: '<h4 class="title-4">Deepest</h4>' }],
    },
    {
      anchor: null,
      title: 'Last {#Not a name}',
      html: '<blockquote class="border-gold border-l-4 pl-6"><h3 class="title-4">quoted</h3></blockquote>\n',
      cards: [],
    },
  ])
})

it('shows raw HTML as it is typed', () => {
  expect(toHtml('<script>p()</script> <b onclick=p()>x</b> &lt;i&gt;')).toBe(
    '<p>&lt;script&gt;p()&lt;/script&gt; &lt;b onclick=p()&gt;x&lt;/b&gt; &lt;i&gt;</p>',
  )
  expect(renderText('## <img src=x onerror=p()>')[1]?.title).toBe('&lt;img src=x onerror=p()&gt;')
})

it.each([
  'javascript:p()',
  'JaVaScRiPt:p()',
  'java&#x73;cript:p()',
  '&#106;avascript:p()',
  'vbscript:p()',
  'data:text/html,<script>p()</script>',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'relative',
])('makes no link to %s', (url) => {
  const html = toHtml(`[x](<${url}>)`)
  // A backslash is encoded, so that the address is a path of this site.
  expect(html?.replace('href="/%5Cevil.example"', '')).not.toContain('href')
  expect(toHtml(`[x](${url})`)).not.toMatch(/href="(?!\/%5C)/)
})

it.each([
  ['[x](https://a.example/?a=1&b=")', 'https://a.example/?a=1&amp;b=%22'],
  ['[x](/rules#report)', '/rules#report'],
  ['<https://a.example>', 'https://a.example'],
  ['[x](mailto:a@b.ca "a title")', 'mailto:a@b.ca'],
])('makes a link of %s', (markdown, href) => {
  expect(toHtml(markdown)).toContain(`<a href="${href}" class="link">`)
})

it('has no images, code blocks and footnotes that load something', () => {
  expect(toHtml('![x](https://a.example/x.png)')).not.toContain('<img')
  expect(toHtml('    indented')).toBe('<p>indented</p>')
  expect(toHtml('[x][1]\n\n[1]: javascript:p()')).not.toContain('href')
})

it('fills in what the campus is called, and escapes it', () => {
  changeCampus({ brand: '<b>*Dock* & Co', contactEmail: 'a_b_c@dock.example' })
  expect(toHtml('{brand} {nothing} {constructor} [{contactEmail}](mailto:{contactEmail})')).toBe(
    '<p>&lt;b&gt;*Dock* &amp; Co {nothing} {constructor} <a href="mailto:a_b_c@dock.example" class="link">a_b_c@dock.example</a></p>',
  )
})

it('names the emergency number of the region', () => {
  changeCampus({ ...builtInCampus })
  expect(toHtml('Call {emergencyNumber} first.')).toBe('<p>Call 911 first.</p>')
  changeCampus({ region: null })
  expect(toHtml('Call {emergencyNumber} first.')).toBe('<p>Call the emergency services first.</p>')
})

it('reads the lines that readers see', () => {
  changeCampus({ ...builtInCampus })
  const text =
    '## Hello **you** {#report}\n\n- one\\\n  `two`\n- [three](/x)\n\n1. four\n\n[{contactEmail}](mailto:{contactEmail})'
  expect(readLines(text)).toEqual([
    { text: 'Hello you', isHeading: true },
    { text: '• one', isHeading: false },
    { text: 'two', isHeading: false },
    { text: '• three (/x)', isHeading: false },
    { text: '1. four', isHeading: false },
    { text: 'hello@quad.example', isHeading: false },
  ])
})

it.each(textNames)('has a default for %s that an admin could save', (name) => {
  const text = defaultTexts[name]
  expect(siteText.parse(text)).toBe(text)
  const names = renderText(text).flatMap(({ anchor, cards }) => [
    anchor,
    ...cards.map((card) => card.anchor),
  ])
  expect(renderText(text).every(({ html }) => !/[{}]/.test(html))).toBe(true)
  // Only what stands before the first heading has no name.
  expect(names.filter((anchor) => anchor === null)).toHaveLength(1)
})

it('refuses texts that no page can show', () => {
  const tooLong = ['x'.repeat(20_001), `x${'\n'.repeat(1000)}x`]
  for (const text of ['a\u0000', '\u001b[1m', 'a\u202eb', '\ud800', ...tooLong]) {
    expect(siteText.safeParse(text).success).toBe(false)
  }
  expect(siteText.parse(' a\r\nb\rc\td \n')).toBe('a\nb\nc\td')
  expect(siteText.safeParse('x'.repeat(maxTextLength)).success).toBe(true)
})

it('nests no deeper than a browser can show', () => {
  for (const unit of ['> ', '- ', '*a ', '[']) {
    const html = toHtml(unit.repeat(maxTextLength / unit.length)) ?? ''
    expect(html.match(/<(?:blockquote|ul|em)\b/g)?.length ?? 0).toBeLessThan(50)
  }
})
