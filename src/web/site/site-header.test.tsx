import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { UserRole } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Audience } from '#contract/rendering.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { App } from '../app.tsx'
import { Component as Landing } from '../pages/landing.tsx'
import { Component as Sell } from '../pages/sell.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { listShortcuts } from './landing-sections.tsx'
import { SiteHeader } from './site-header.tsx'
import { SiteTabs } from './site-tabs.tsx'

stayOnBuiltInCampus()

/** Returns the links of an element as "name → address". Those that only phones show come last. */
function linksOf(
  element: React.ReactNode,
  audience: Audience,
  url = '/',
  user?: { role?: UserRole; unread?: number | null },
) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  if (user) queryClient.setQueryData(sessionKey, { id: 1, ...user })
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience={audience} today="2026-11-15">
      <MemoryRouter initialEntries={[url]}>{element}</MemoryRouter>
    </App>,
  ).replaceAll('<!-- -->', '')
  return Array.from(html.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>(.*?)<\/a>/gs), ([, to, inner]) => {
    const name = inner?.replaceAll(/<[^>]*>/g, '')
    return `${name} → ${to}`
  })
}

describe('header', () => {
  it.each(['/', '/rentals', '/login'])('shows visitors Sell, Log in and Sign up at %s', (url) => {
    const links = linksOf(<SiteHeader />, 'visitors', url)
    const [sell, logIn, signUp] = ['Sell → /sell', 'Log in → /login', 'Sign up → /register']
    const shown = links.filter((link) => [sell, logIn, signUp].includes(link))
    // Both the header and the menu of phones have these links.
    expect(shown).toEqual([sell, logIn, signUp, sell, logIn, signUp])
  })

  it('keeps the page to return to on the account pages', () => {
    const next = '/login?next=%2Ftextbooks%2Fcreate'
    const links = linksOf(<SiteHeader />, 'visitors', next)
    expect(links).toContain('Sign up → /register?next=%2Ftextbooks%2Fcreate')
    expect(links).toContain('Log in → /login?next=%2Ftextbooks%2Fcreate')
  })

  it('shows students Sell and their own pages', () => {
    const links = linksOf(<SiteHeader />, 'students')
    expect(links).toEqual(expect.arrayContaining(['Sell → /sell', 'Dashboard → /dashboard']))
    expect(links.join()).not.toMatch(/Log in|Sign up/)
  })

  it('leads to the search from the menu too, because the smallest phones show no icon', () => {
    expect(linksOf(<SiteHeader />, 'visitors', '/rentals/7')).toContain('Search → /search')
  })

  it.each([
    [undefined, ['Messages → /messages', ' → /messages']],
    [{ unread: 0 }, ['Messages → /messages', ' → /messages']],
    [{ unread: 3 }, ['Messages3 → /messages', '3 → /messages']],
    [{ unread: null }, []],
  ])('leads the student %j to messages, in the bar and in the menu', (user, expected) => {
    const links = linksOf(<SiteHeader />, 'students', '/', user)
    const shown = links.filter((link) => link.endsWith(' → /messages'))
    expect(shown.toSorted()).toEqual(expected.toSorted())
  })

  it('leads students to what they have saved, in the bar and in the menu, and visitors not', () => {
    const saved = (links: string[]) =>
      links.filter((link) => link.endsWith(` → ${pagePaths.saved}`))
    // Narrow and wide headers have their own.
    expect(saved(linksOf(<SiteHeader />, 'students'))).toEqual([
      ' → /saved',
      ' → /saved',
      'Saved → /saved',
    ])
    expect(saved(linksOf(<SiteHeader />, 'visitors'))).toEqual([])
  })

  it.each([
    ['student', 0],
    ['moderator', 2],
    ['admin', 2],
  ] as const)('leads a %s to moderation %s times: in the bar and in the menu', (role, times) => {
    const links = linksOf(<SiteHeader />, 'students', '/', { role })
    expect(links.filter((link) => link.endsWith(` → ${pagePaths.moderation()}`))).toHaveLength(
      times,
    )
  })
})

describe('bar at the bottom of phones', () => {
  it('leads to the five places that students need most', () => {
    expect(linksOf(<SiteTabs />, 'students', '/', { unread: 2 })).toEqual([
      'Home → /',
      'Search → /search',
      'Sell → /sell',
      '2Messages, 2 unread → /messages',
      'You → /dashboard',
    ])
    expect(linksOf(<SiteTabs />, 'visitors')).toHaveLength(5)
  })

  it('has no messages on a site without them', () => {
    expect(linksOf(<SiteTabs />, 'students', '/', { unread: null }).join()).not.toContain(
      'Messages',
    )
  })

  it.each([
    '/',
    '/rentals',
    '/rentals/7',
    '/rentals/compare',
    '/textbooks/isbn/9780306406157',
    '/messages',
    '/saved',
    '/students/7',
  ])('is on %s', (url) => expect(linksOf(<SiteTabs />, 'students', url)).toHaveLength(5))

  it.each([
    '/misc/create',
    '/messages/7',
    '/login',
    '/register',
    '/moving-out',
    '/moderation/students',
    '/admin',
  ])('is not on %s, which has its own buttons there or is no page for students', (url) => {
    expect(linksOf(<SiteTabs />, 'students', url)).toEqual([])
  })
})

describe('home page', () => {
  it('asks visitors to join', () => {
    const links = linksOf(<Landing />, 'visitors')
    expect(links).toContain('Join Waterloo &amp; Laurier&#x27;s Community → /register')
    expect(links).toContain('Join The Community! → /register')
    expect(links.join()).not.toContain('Post a listing')
  })

  it('leads students to the lists, and asks them neither to join nor to read it all', () => {
    const links = linksOf(<Landing />, 'students')
    expect(links).toEqual(
      expect.arrayContaining(listShortcuts().map(({ label, path }) => `${label} → ${path}`)),
    )
    expect(links.join()).not.toMatch(/Join|register/)
  })

  it('leads to filtered lists', () => {
    expect(linksOf(<Landing />, 'visitors')).toEqual(
      expect.arrayContaining([
        'Concert tickets → /misc?category=Tickets',
        'Campus events → /misc?category=Events',
        'Other stuff → /misc',
      ]),
    )
  })
})

describe('sell page', () => {
  it('asks what it is', () => {
    const links = linksOf(<Sell />, 'visitors')
    expect(
      links.map((link) =>
        link.replace(/(A rental|Looking for a place|A textbook|An item).* →/, '$1 →'),
      ),
    ).toEqual([
      'A rental → /rentals/create',
      'Looking for a place → /wanted/create',
      'A textbook → /textbooks/create',
      'An item → /misc/create',
      'Post several items at once → /moving-out',
      'Read the rules → /rules',
    ])
  })
})
