import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { categories, categoryById } from '#categories/index.ts'
import { minDaysBetweenMovesToTop } from '#contract/listing-status.ts'
import type { WireOwnListing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Audience } from '#contract/rendering.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { ownListingsQuery } from '../listings/dashboard/own-listings-query.ts'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { Component as Dashboard } from './dashboard.tsx'

stayOnBuiltInCampus()

const listing = sampleWire('misc', { id: 5 })

/** Renders the dashboard. If `listings` is missing, the sections failed to load. */
function render(
  { listings, ...user }: { listings?: object[] } & Record<string, unknown>,
  audience: Audience = 'students',
) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  const student = {
    id: 1,
    firstName: 'Ada',
    email: at('ada'),
    confirmation: 'confirmed',
    suspension: null,
  }
  queryClient.setQueryData(sessionKey, audience === 'students' ? { ...student, ...user } : null)
  for (const category of categories) {
    if (!listings) break
    const own = category === categoryById.misc ? listings : []
    queryClient.setQueryData(ownListingsQuery(api, category, 1).queryKey, own as WireOwnListing[])
  }
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience={audience} today="2026-11-15">
      <MemoryRouter>
        <Dashboard />
      </MemoryRouter>
    </App>,
  )
  const steps = [...html.matchAll(/<h3[^>]*>([^<]+)<\/h3>/g)].map(([, title]) => title)
  return { html, steps, goldButtons: html.match(/button-primary/g)?.length ?? 0 }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the text of the card that counts a category's listings. */
const countOf = (html: string, path: string) =>
  textOf(
    new RegExp(`href="/dashboard#${path}".*?</a>`, 's').exec(html)?.[0].replace(/^[^>]*>/, '') ??
      '',
  )

it('an empty dashboard has three next steps, a drawing and one gold button', () => {
  const { html, steps, goldButtons } = render({ listings: [] })
  expect(html).toContain('Welcome to Quad')
  expect(steps).toEqual(['Look around', 'Save a search', 'Sell or rent out'])
  expect(html).toContain('viewBox="0 0 200 150"')
  expect(goldButtons).toBe(1)
  expect(html).toMatch(/<a[^>]*button-primary[^>]*href="\/sell"|href="\/sell"[^>]*button-primary/)
  expect(html).not.toContain('Renew')
  expect(textOf(html)).toContain('Hi, Ada')
  expect(html).toMatch(/<a[^>]*href="\/account"[^>]*>your account page</)
  for (const { id, path, labels } of categories) {
    expect(html).toContain(labels.emptyList)
    expect(html).toMatch(
      new RegExp(`href="${pagePaths.create(id)}"[^>]*><svg.*?</svg>${labels.add}<`),
    )
    expect(countOf(html, path)).toBe(`0 ${labels.dashboard}`)
  }
})

it('listings are counted, and those that are no longer listed are in a closed fold', () => {
  const sold = { ...listing, id: 6, status: 'sold', status_since: '2026-11-02T15:00:00.000Z' }
  const { html } = render({ listings: [listing, { ...listing, id: 7 }, sold] })
  expect(countOf(html, 'misc')).toBe('2 Miscellaneous 1 sold')
  expect(countOf(html, 'rentals')).toBe('0 Rentals')
  const fold = /<details(?<attributes>[^>]*)>(?<contents>.*?)<\/details>/s.exec(html)?.groups
  expect(fold?.attributes).not.toContain('open')
  expect(textOf(fold?.contents ?? '')).toMatch(/^No longer listed · 1 sold .*Sold on Nov 2/)
  expect(html.match(/<article/g)).toHaveLength(3)
  expect(fold?.contents?.match(/<article/g)).toHaveLength(1)
})

it('sections with listings come first, and an empty one is one line without a box', () => {
  const { html } = render({ listings: [listing] })
  const order = [...html.matchAll(/<section aria-labelledby="([a-z]+)"/g)].map(([, path]) => path)
  const empty = categories.map(({ path }) => path).filter((path) => path !== 'misc')
  expect(order).toEqual(['misc', ...empty])
  const rentals = /<section aria-labelledby="rentals".*?<\/section>/s.exec(html)?.[0] ?? ''
  expect(textOf(rentals)).toMatch(/^Rentals No rental listings\. Add rental$/)
  expect(rentals).not.toContain('border-dashed')
})

it('the server renders the first cards of each list and says how many the browser adds', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...listing,
    id: 100 + index,
    status: index % 2 ? 'sold' : 'available',
    status_since: '2026-11-02T15:00:00.000Z',
  }))
  const { html } = render({ listings: many })
  expect(countOf(html, 'misc')).toBe('15 Miscellaneous 15 sold')
  const fold = /<details[^>]*>(.*?)<\/details>/s.exec(html)?.[1] ?? ''
  expect(html.replace(fold, '').match(/<article/g)).toHaveLength(8)
  expect(textOf(html.replace(fold, ''))).toContain('Turn on JavaScript to see 7 more.')
  expect(fold.match(/<article/g)).toHaveLength(2)
  expect(textOf(fold)).toContain('Turn on JavaScript to see 13 more.')
})

it('without JavaScript, a student with listings reads what their buttons need', () => {
  const note = /<noscript>(.*?)<\/noscript>/s
  expect(note.exec(render({ listings: [listing] }).html)?.[1]).toContain('Turn on JavaScript')
  expect(render({ listings: [] }).html).not.toMatch(note)
})

it('a visitor gets a link to log in and come back', () => {
  const { html } = render({}, 'visitors')
  expect(html).toMatch(/<h1[^>]*>You are not currently logged in\.</)
  expect(html).toMatch(/<a[^>]*href="\/login\?next=%2Fdashboard"[^>]*>Log in</)
})

it('the first step of a student who has to confirm is the code, and its button is gold', () => {
  const { html, steps, goldButtons } = render({ listings: [], confirmation: 'required' })
  expect(steps).toEqual(['Confirm your email', 'Look around', 'Sell or rent out'])
  expect(html).toContain('6-digit code')
  expect(goldButtons).toBe(1)
})

it('the code can be typed in before the listings have loaded', () => {
  expect(render({ confirmation: 'required' }).html).toContain('6-digit code')
  expect(render({}).html).not.toContain('Welcome')
})

it('a student with a listing of any status is not welcomed', () => {
  for (const status of ['available', 'sold', 'removed']) {
    expect(render({ listings: [{ ...listing, status }] }).html).not.toContain('Welcome')
  }
  const unconfirmed = render({ listings: [listing], confirmation: 'required' }).html
  expect(unconfirmed).toContain('6-digit code')
  expect(unconfirmed).not.toContain('Welcome')
})

it('says what Renew does only if there is something to renew', () => {
  const text = 'Renew to extend a listing. Once a week, it also goes back to the top.'
  expect(minDaysBetweenMovesToTop, 'a week').toBe(7)
  expect(render({ listings: [listing] }).html).toContain(text)
  expect(render({ listings: [{ ...listing, status: 'removed' }] }).html).not.toContain(text)
  const suspension = { message: "You're suspended." }
  expect(render({ listings: [listing], suspension }).html).not.toContain(text)
})

it('a suspended student is not asked to post', () => {
  const { html, goldButtons } = render({ listings: [], suspension: { message: 'Suspended.' } })
  expect(html).not.toContain('Welcome')
  expect(goldButtons).toBe(0)
})
