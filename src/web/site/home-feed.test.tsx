import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Home } from '#contract/home.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { HomeFeed } from './home-feed.tsx'
import { homeQuery } from './home-query.ts'

stayOnBuiltInCampus()

const nothing: Home = {
  unread: [],
  ending: [],
  searches: [],
  matches: [],
  price_drops: [],
  fresh: [],
}

const lamp = (id: number, changes: object = {}): Home['fresh'][number] => ({
  category: 'misc',
  listing: sampleWire('misc', { id, ...changes }),
})

function render(home: Partial<Home> | undefined, student = { id: 2 }) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, { id: 2, firstName: 'Bob' })
  if (home) queryClient.setQueryData(homeQuery(api, student).queryKey, { ...nothing, ...home })
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <MemoryRouter>
        <HomeFeed />
      </MemoryRouter>
    </App>,
  ).replaceAll('<!-- -->', '')
  const headings = Array.from(html.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g), ([, text = '']) =>
    text.replaceAll(/<[^>]*>/g, ''),
  )
  return { html, headings, text: html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}

it('has only the parts with news, the most urgent first', () => {
  expect(render({ fresh: [lamp(1)] }).headings).toEqual(['Welcome, Bob', 'Just listed'])
  const all = render({
    unread: [{ id: 4, name: 'Ada Lee', title: 'City bike', unread: 2 }],
    ending: [{ category: 'misc', id: 5, title: 'My desk', ends_at: '2026-11-20T05:00:00.000Z' }],
    searches: [
      { id: 6, category: 'misc', query: 'q=lamp', label: 'Lamps', count: 9, more: true },
      { id: 7, category: 'misc', query: 'q=desk', label: 'Desks', count: 1, more: false },
    ],
    matches: [lamp(8)],
    price_drops: [lamp(9)],
    fresh: [lamp(10)],
  })
  expect(all.headings).toEqual([
    'Welcome, Bob',
    'Unread messages',
    'Your listings ending soon',
    'New for your saved searches',
    'Price drops',
    'Just listed',
  ])
  expect(all.text).toContain('Ada Lee about City bike 2 unread')
  expect(all.text).toContain('Renew it My desk Ends in 4 days · Nov 19')
  expect(all.text).toContain('Lamps · 9+ new')
  expect(all.text).toContain('Desks · 1 new')
  for (const href of ['/messages/4', '/misc/5', '/misc?q=lamp', '/misc/8', '/misc/9', '/misc/10']) {
    expect(all.html).toContain(`href="${href}"`)
  }
  for (const href of ['/messages', '/dashboard#misc-5', '/saved#searches', '/saved', '/search']) {
    expect(all.html, 'a link to all').toContain(`href="${href}"`)
  }
})

it('tells a new student what will be here, and nobody else', () => {
  const hint = 'Save a search, or tap the heart on a listing.'
  expect(render({ fresh: [lamp(1)] }).text).toContain(hint)
  expect(render({ price_drops: [lamp(1)] }).text).not.toContain(hint)
})

it('names no listing that a moderator has taken down', () => {
  const unread = [{ id: 4, name: 'Ada Lee', title: null, unread: 1 }]
  expect(render({ unread }).text).toContain('Ada Lee 1 unread')
})

it('shows nothing that another student has loaded', () => {
  const unread = [{ id: 4, name: 'Ada Lee', title: 'City bike', unread: 1 }]
  expect(render({ unread }).text).toContain('Ada Lee')
  expect(render({ unread }, { id: 3 }).text).not.toContain('Ada Lee')
})

it('keeps its place while it loads', () => {
  expect(render(undefined).html).toContain('role="status"')
})
