import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { type AnyCategory, type CategoryId, categoryById } from '#categories/index.ts'
import type { WireListing } from '#contract/listings.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing, sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { similarQuery } from '../listing-queries.ts'
import { profileQuery } from '../profile/profile-query.ts'
import { MoreListingsRows } from './more-listings-rows.tsx'

stayOnBuiltInCampus()

const { rental, misc } = categoryById

const wire = (category: AnyCategory, id: number, changes: object = {}) =>
  sampleWire(category.id, { [category.apiNames.title]: `Thing ${id}`, id, ...changes })

interface Loaded {
  /** The seller's other listings, or null if nobody may see the seller's page. */
  ofSeller?: { category: CategoryId; listing: WireListing }[] | null
  similar?: WireListing[]
  studentId?: number
}

/** Renders the rows below Ada's listing 1. Values that are undefined have not loaded yet. */
function renderRows({ ofSeller, similar, studentId }: Loaded, category: AnyCategory = rental) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  const setData = (queryKey: readonly unknown[], data: unknown) =>
    queryClient.setQueryData(queryKey, data)
  setData(profileQuery(api, '1').queryKey, ofSeller && { id: 1, listings: ofSeller })
  setData(similarQuery(api, { category: category.id, id: 1 }).queryKey, similar)
  setData(sessionKey, studentId ? { id: studentId } : null)
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="visitors" today="2026-11-15">
      <MemoryRouter>
        <MoreListingsRows listing={sampleListing(category.id)} />
      </MemoryRouter>
    </App>,
  )
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { html, text, shown: text.match(/Thing \d+/g) ?? [] }
}

const items = (...ids: number[]) =>
  ids.map((id) => ({ category: misc.id, listing: wire(misc, id) }))
const rooms = (...ids: number[]) => ids.map((id) => wire(rental, id))

it('shows other listings of the seller, then similar ones that are not among them', () => {
  const room = { category: rental.id, listing: wire(rental, 3) }
  const { text, shown } = renderRows({ ofSeller: [...items(1, 2), room], similar: rooms(3, 4) })
  expect(text).toMatch(/^More from Ada Lovelace .*Thing 3.* Similar listings .*Thing 4/)
  expect(shown).toEqual(['Thing 2', 'Thing 3', 'Thing 4'])
  expect(text).not.toMatch(/See all|More rentals/)
})

it('shows eight of the seller, and leads to all', () => {
  const nine = renderRows({ ofSeller: items(1, 2, 3, 4, 5, 6, 7, 8, 9), similar: [] })
  expect(nine.shown).toHaveLength(8)
  expect(nine.text).not.toContain('See all')
  const ten = renderRows({ ofSeller: items(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), similar: [] })
  expect(ten.shown).toEqual(nine.shown)
  expect(ten.text).toContain('More from Ada Lovelace See all 10')
})

it('leads to the whole category where nothing is similar', () => {
  for (const ofSeller of [items(1), null]) {
    const { text, html } = renderRows({ ofSeller, similar: [] })
    expect(text).toBe('More rentals')
    expect(html).toContain('id="similar"')
  }
})

it('waits for both: a row that came later would move the other', () => {
  expect(renderRows({}).text).toBe('More rentals')
  expect(renderRows({ similar: rooms(2) }).text).toBe('More rentals')
  expect(renderRows({ ofSeller: items(2) }).text).toBe('More rentals')
})

it('says to the seller that they are theirs', () => {
  const { text } = renderRows({ ofSeller: items(2), similar: [], studentId: 1 })
  expect(text).toContain('Your other listings')
  expect(text).not.toContain('More from')
})

it('says on a card when a rental is there and what it cost', () => {
  const was_price = { price: 900, since: '2026-10-02T15:00:00.000Z' }
  const room = wire(rental, 2, {
    is_sublet: true,
    is_shared: true,
    available_to: null,
    num_beds: 1,
    was_price,
  })
  const { text } = renderRows({ ofSeller: [], similar: [room] })
  expect(text).toMatch(/was \$900(?! on)/)
  expect(text).toContain(
    'Thing 2 12 King St N Available Jan 1, 2027 · End date not given Room in a 2\u2011bedroom home',
  )
})

it('says on a card what is wanted, and the day of an event', () => {
  const changes = { listing_type: 'Wanting', price: 60, event_date: '2027-01-09' }
  const { text } = renderRows({ ofSeller: [], similar: [wire(misc, 2, changes)] }, misc)
  expect(text).toMatch(/Looking to pay up to \$60 Wanting Thing 2 .*Sat, Jan 9, 2027/)
})
