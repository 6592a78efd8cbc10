import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { maxMessageLength } from '#contract/message-rules.ts'
import { keepTimesWhole, linkParts, MessageItem } from './message-item.tsx'

const link = (before: string, host: string, after = '') => ({ before, host, after })

it.each([
  ['https://quad.ca/misc/7', link('https://', 'quad.ca', '/misc/7')],
  ['HTTP://Quad.ca:8080?a', link('HTTP://', 'Quad.ca:8080', '?a')],
  ['www.quad.ca#top', link('', 'www.quad.ca', '#top')],
  // Browsers open the host after the last @ and before the first slash of either kind.
  ['https://quad.ca@evil.example/x', link('https://quad.ca@', 'evil.example', '/x')],
  ['https://a@b@evil.example', link('https://a@b@', 'evil.example')],
  ['https://evil.example\\@quad.ca', link('https://', 'evil.example', '\\@quad.ca')],
  ['https://quad.ca"@evil.example/x', link('https://quad.ca"@', 'evil.example', '/x')],
  ['https://quad.ca<b>@evil.example', link('https://quad.ca<b>@', 'evil.example')],
  ['www.quad.ca"@evil.example', link('www.quad.ca"@', 'evil.example')],
  ['https://evil.example/@quad.ca', link('https://', 'evil.example', '/@quad.ca')],
])('the host of %s', (text, part) => {
  expect(linkParts(text)).toEqual([part])
})

it.each([
  'evil.example/www.quad.ca',
  'evil.example/(www.quad.ca)',
  'evil.example\\www.quad.ca',
  'evil.example?to=https://quad.ca',
  'evil.example#https://quad.ca',
  'https:/evil.example/www.quad.ca',
])('no host of %s is bold, because it opens another one', (text) => {
  expect(linkParts(text).join('')).toBe(text)
})

it('loses no character, however often an address begins', () => {
  const write = (part: ReturnType<typeof linkParts>[number]) =>
    typeof part === 'string' ? part : part.before + part.host + part.after
  for (const part of ['www.', 'https://', '/www.', 'https://a"', 'www.@"', '@']) {
    const text = part.repeat(maxMessageLength / part.length)
    expect(linkParts(text).map(write).join('')).toBe(text)
  }
})

it('leaves the text around addresses as it is', () => {
  const text = 'See http://a.example/b\nor www.c.example!  \n'
  expect(linkParts(text)).toEqual([
    'See ',
    link('http://', 'a.example', '/b'),
    '\nor ',
    link('', 'www.c.example!'),
    '  \n',
  ])
  for (const plain of ['', 'Hi', 'awww.nice', 'javascript:alert(1)', 'a@b.example']) {
    expect(linkParts(plain).join('')).toBe(plain)
  }
})

it('shows a warning below the text, with a way to report, and keeps the link plain', () => {
  const render = (reportPath?: string) =>
    renderToString(
      createElement(MessageItem, {
        is_own: false,
        body: 'Accept it at https://interac-deposit.example/ca',
        writer: 'Bob',
        signals: [{ kind: 'words', sentence: 'Wants a link.', advice: 'Turn on Autodeposit.' }],
        reportPath,
      }),
    )
  const html = render('/report')
  expect(html).toContain('<b>interac-deposit.example</b>')
  expect(html).not.toContain('<a ')
  const inOrder = ['/ca', 'Wants a link.', 'Turn on Autodeposit.', 'Report this conversation']
  const positions = inOrder.map((text) => html.indexOf(text))
  expect(positions[0]).toBeGreaterThan(0)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(render()).not.toContain('Report this conversation')
})

it('shows a proposal with its question in bold, and keeps times whole', () => {
  const html = renderToString(
    createElement(MessageItem, {
      is_own: true,
      writer: 'You',
      body: 'Can we meet?\nPlace: the Hall\nTime: Wed, Nov 18 at 3:00 pm',
      structured: { kind: 'meeting', place_kind: 'spot', place: 'Hall', times: [] },
    }),
  )
  expect(html).toContain('Can we meet?</span>')
  expect(html).toContain('\nPlace: the Hall\nTime: Wed, Nov 18 at 3:00\u00a0pm')
  expect(keepTimesWhole('7 amazing things')).toBe('7 amazing things')
})
