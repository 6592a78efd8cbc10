import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { setCampus } from '#campus/campus.ts'
import type { EditedText, TextChange } from '#contract/site-texts.ts'
import { keepCampusAfterTest } from '#tests/support/campus.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { TextParts } from './site-text.tsx'
import { TextChangeList } from './text-change-list.tsx'
import { TextsView } from './texts-view.tsx'

// Times are those of the built-in campus, whichever campus the tests run with.
beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

function render(element: React.ReactNode): string {
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-18"
    >
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </App>,
  )
  return html.replaceAll('<!-- -->', '')
}

const toText = (html: string) => html.replaceAll(/(<[^>]+>)+/g, '|').replaceAll('&#x27;', "'")

const rules: EditedText = {
  name: 'rules',
  markdown: 'Be kind.',
  isDefault: true,
  isFromFile: false,
  version: 0,
  history: [],
}

const renderText = (text: Partial<EditedText>) =>
  render(<TextsView data={{ placeholders: { brand: 'Quad' }, texts: [{ ...rules, ...text }] }} />)

it('an editor of the default has no reset and no history', () => {
  const html = renderText({})
  const text = toText(html)
  expect(html).toContain('Be kind.</textarea>')
  expect(text).toContain('8 of 20,000')
  expect(text).toContain('This is the default text.')
  expect(text).toContain('|{brand}|: Quad|')
  expect(text).not.toMatch(/Reset to default|History|Undo|Discard/)
})

it('a history has who saved when; the newest can be undone, and older ones restored', () => {
  const version = { changedBy: { id: 1, name: 'Ada Lovelace' }, isDefault: false, isHidden: false }
  const text = toText(
    renderText({
      isDefault: false,
      version: 3,
      history: [
        { ...version, id: 3, changedAt: '2026-11-17T19:05:00.000Z' },
        { ...version, id: 2, changedAt: '2026-11-16T19:05:00.000Z', isDefault: true },
        {
          ...version,
          id: 1,
          changedAt: '2026-11-15T19:05:00.000Z',
          changedBy: null,
          isHidden: true,
        },
      ],
    }),
  )
  expect(text).toContain('|Ada Lovelace|Nov 17, 2:05 pm|Undo| the newest change of Rules|')
  expect(text).toContain(
    '|Ada Lovelace|Nov 16, 2:05 pm, the default text|Hide| Rules of Nov 16, 2:05 pm|Restore| Rules of Nov 16, 2:05 pm|',
  )
  expect(text).toContain('|An operator|Nov 15, 2:05 pm, hidden from readers|Show|')
  expect(text).toContain('|Reset to default|')
  expect(text).toContain('This is your own text.')
})

it('a text of a file is read-only, and says why', () => {
  const html = renderText({ isDefault: false, isFromFile: true })
  expect(toText(html)).toContain('This text comes from the file that CAMPUS_FILE names.')
  expect(html).not.toContain('type="submit"')
  expect(html).not.toContain('Reset to default')
})

it('only names that the page knows become ids', () => {
  const part = (anchor: string) => ({ anchor, title: anchor, html: '', cards: [] })
  const card = { anchor: 'constructor', title: 'Card', html: '' }
  const parts = [{ ...part(''), title: null, cards: [card] }, part('constructor'), part('report')]
  const html = render(<TextParts parts={parts} icons={{ report: <i /> }} />)
  expect(html).toContain('id="report"')
  expect(html).not.toContain('id="constructor"')
})

it('changes are marked by elements and words, not by colour alone', () => {
  const change: TextChange = {
    heading: 'List',
    lines: [
      [
        { kind: 'same', text: 'Be ' },
        { kind: 'removed', text: 'kind' },
        { kind: 'added', text: 'nice' },
      ],
    ],
  }
  const html = render(<TextChangeList changes={[change]} />)
  expect(toText(html)).toContain('|List|Be | Removed: |kind| Added: |nice|')
  expect(html).toContain('<del ')
  expect(html).toContain('<ins ')
  expect(toText(render(<TextChangeList changes={[]} />))).toContain(
    'Only the formatting has changed.',
  )
})
