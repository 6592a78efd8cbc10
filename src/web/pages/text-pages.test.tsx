import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import type { TextResponse } from '#contract/site-texts.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { textQuery } from '../settings/texts/text-queries.ts'
import { Component as About } from './about.tsx'
import { Component as Privacy } from './privacy.tsx'
import { Component as Rules } from './rules.tsx'

const api = createApi(async () => Response.json({}))

function render(Page: typeof About, name: 'about' | 'rules' | 'privacy', text: TextResponse) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(textQuery(api, name).queryKey, text)
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="visitors" today="2026-11-18">
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />
    </App>,
  )
  return html.replaceAll('<!-- -->', '')
}

const empty = { anchor: null, html: '', cards: [] }

it('links a founder who has a page, and no other', () => {
  const link = { label: 'LinkedIn', url: 'https://linkedin.example/ada' }
  const ada = { name: 'Ada Osei', studyField: 'Math', bio: 'Counts.', link }
  const other = { name: 'Founder Two', studyField: 'Art', bio: 'Draws.' }
  changeCampus({ founderQuote: 'Hello.', founders: [ada, other] })
  const html = render(About, 'about', { updatedAt: null, parts: [{ ...empty, title: null }] })
  const cards = html.split('<h3').slice(1)
  expect(cards.map((card) => card.slice(0, card.indexOf('</li>')).includes('<a '))).toEqual([
    true,
    false,
  ])
  expect(cards[0]).toContain('href="https://linkedin.example/ada"')
})

it('has a role, a study and a drawn face for the founders of a new site, and no invented name', () => {
  changeCampus({ founderQuote: 'Hello.', founders: builtInCampus.founders })
  const html = render(About, 'about', { updatedAt: null, parts: [{ ...empty, title: null }] })
  expect(html).not.toMatch(/Founder (One|Two|Three)/)
  expect(html).toMatch(/<figcaption[^>]*>The founders</)
  const cards = html.split('class="panel"').slice(1)
  expect(cards).toHaveLength(3)
  for (const [index, { name, studyField }] of builtInCampus.founders.entries()) {
    expect(cards[index]).toContain('viewBox="0 0 64 64"')
    expect(cards[index]).toContain(name)
    expect(cards[index]).toContain(studyField)
  }
  for (const former of [
    ['Founder One', 'Founder Two', 'Founder Three'],
    ['Listings and forms', 'Students and partners', 'Design and words'],
  ]) {
    const saved = builtInCampus.founders.map((each, index) => ({
      ...each,
      name: former[index] ?? '',
    }))
    changeCampus({ founders: saved })
    const older = render(About, 'about', { updatedAt: null, parts: [{ ...empty, title: null }] })
    expect(older, 'settings saved by an earlier version').toBe(html)
  }
  const ada = { name: 'Ada Osei', studyField: 'Math', bio: 'Counts.' }
  changeCampus({ founders: [ada] })
  const named = render(About, 'about', { updatedAt: null, parts: [{ ...empty, title: null }] })
  expect(named).toMatch(/<figcaption[^>]*>Ada Osei</)
})

it('has no heading and no caption for founders that nobody has added', () => {
  changeCampus({ founderQuote: 'Made here.', founders: [], contactEmail: 'hi@x.example' })
  const html = render(About, 'about', { updatedAt: null, parts: [{ ...empty, title: null }] })
  expect(html).toContain('Made here.')
  expect(html).toContain('mailto:hi@x.example')
  expect(html).not.toContain('The founders')
  expect(html).not.toContain('<figcaption')
})

it('an edited page says when it was updated, keeps known icons and ids, and takes over no other id', () => {
  changeCampus({ timeZone: 'America/Toronto' })
  const text: TextResponse = {
    updatedAt: '2026-11-18T04:30:00.000Z',
    parts: [
      {
        ...empty,
        title: null,
        html: '<p>Be <em>kind</em>.</p>',
        cards: [{ anchor: 'yours', title: 'Yours', html: '<p>One.</p>' }],
      },
      { ...empty, anchor: 'report', title: 'Tell us', html: '<p>Two.</p>' },
      { ...empty, anchor: 'state', title: 'Three' },
    ],
  }
  const html = render(Rules, 'rules', text)
  // It was still Nov 17 there.
  expect(html).toMatch(/href="\/rules\/changes"[^>]*>Updated Nov 17<span/)
  expect(html).toContain('<p>Be <em>kind</em>.</p>')
  expect(html).toMatch(/<svg[^>]*circle-check.*<h2[^>]*><span[^>]*>Yours</s)
  expect(html).toMatch(/<svg[^>]*megaphone.*<h2 id="report"[^>]*><span[^>]*>Tell us</s)
  expect(html).not.toContain('id="state"')
  expect(render(Rules, 'rules', { ...text, updatedAt: null })).not.toContain('Updated')
})

it('the privacy page has the additions after what it says by itself', () => {
  const nothing = { updatedAt: null, parts: [{ ...empty, title: null }] }
  expect(render(Privacy, 'privacy', nothing)).not.toMatch(/More about this site|Updated/)
  const html = render(Privacy, 'privacy', {
    updatedAt: '2026-11-17T12:00:00.000Z',
    parts: [
      { ...empty, title: null, html: '<p>First.</p>' },
      { ...empty, title: 'Keys', html: '<p>Second.</p>' },
    ],
  })
  const order = ['Updated Nov 17', 'Deleting your data', 'More about this site', 'First.', 'Keys']
  const places = order.map((words) => html.indexOf(words))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(Math.min(...places)).toBeGreaterThan(0)
})
