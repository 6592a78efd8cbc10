import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { FitsResponse } from '#contract/fits.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing, sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { fitsHeading, fitsQuery, ListingFits } from './listing-fits.tsx'

stayOnBuiltInCampus()

function renderFits(data: FitsResponse, unread: number | null = 0) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  const listing = sampleListing('wanted', { id: 5 })
  queryClient.setQueryData(sessionKey, { id: 1, unread })
  queryClient.setQueryData(fitsQuery(api, listing).queryKey, data)
  return renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <MemoryRouter>
        <ListingFits listing={listing} />
      </MemoryRouter>
    </App>,
  )
}

const why = 'Winter 2027 · $50 under your limit'
const room = { category: 'rental', listing: sampleWire('rental', { id: 7 }), why } as never

it('lists what fits, says why, and has a button that writes', () => {
  const html = renderFits({ total: 1, total_exact: true, results: [room] })
  expect(html).toContain('>1 place fits<')
  expect(html).toContain('href="/rentals/7"')
  expect(html).toContain(why)
  expect(html).toMatch(/<button [^>]*aria-label="Message about Sunny room"/)
  // A site without messages leads to the page with the address.
  const byEmail = renderFits({ total: 1, total_exact: true, results: [room] }, null)
  expect(byEmail).toContain('href="/rentals/7/contact"')
})

it('says that nothing fits yet', () => {
  const html = renderFits({ total: 0, total_exact: true, results: [] })
  expect(html).toContain('No place fits yet')
  expect(html).toContain('We&#x27;ll email you when')
  expect(html).not.toContain('only the newest')
  expect(renderFits({ total: 0, total_exact: false, results: [] })).toContain('only the newest')
})

it('says which places are pending', () => {
  const listing = sampleWire('rental', { id: 7, status: 'pending' })
  const pending = { category: 'rental', listing, why } as never
  const html = renderFits({ total: 1, total_exact: true, results: [pending] })
  expect(html).toContain('Pending')
})

it.each([
  [5, true, true, '5 places fit'],
  [200, false, true, 'At least 200 places fit'],
  [1, true, false, '1 student is looking for this'],
  [3, true, false, '3 students are looking for this'],
  [0, true, false, 'No student is looking for this yet'],
  [0, false, false, 'None of the newest ones fit'],
])('counts %s', (total, total_exact, isSeeking, heading) => {
  expect(fitsHeading({ total, total_exact }, isSeeking)).toBe(heading)
})
