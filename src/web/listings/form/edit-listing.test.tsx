import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { ownListingsQuery } from '../dashboard/own-listings-query.ts'
import { listingQuery } from '../listing-queries.ts'
import { EditListing } from './edit-listing.tsx'

const shown = vi.hoisted(() => ({ listing: {} as Listing }))

vi.mock('./listing-form.tsx', () => ({
  ListingForm: ({ listing }: { listing: Listing }) => {
    shown.listing = listing
    return <form />
  },
}))

const category = categoryById.misc
const api = createApi(async () => Response.json({}))

function renderForm(status: string, moderation: object | null, own: object = {}) {
  const queryClient = createQueryClient()
  const listing = sampleWire('misc', { id: 5, status })
  queryClient.setQueryData(
    [...listingQuery(api, { category: category.id, id: 5 }).queryKey],
    listing,
  )
  queryClient.setQueryData(
    [...ownListingsQuery(api, category, 1).queryKey],
    [{ ...listing, ...own, moderation }],
  )
  queryClient.setDefaultOptions({ queries: { refetchOnMount: false } })
  const element = <EditListing target={{ studentId: 1, category, listingId: '5' }} id="5" />
  return renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </App>,
  )
}

it('says above the form why it is hidden or what to edit; nothing else has a form too', () => {
  const moderation = { action: 'ask_to_edit', reason: 'scam', note: 'Price?' }
  for (const status of ['hidden', 'available']) {
    expect(renderForm(status, moderation)).toMatch(/A moderator asks you .*“<bdi>Price\?.*<form>/s)
  }
  expect(renderForm('available', null)).toBe('<form></form>')
})

it('has what only the owner gets, even if a page for all students has left the listing behind', () => {
  renderForm('available', null, { description: 'For its owner' })
  expect(shown.listing.description).toBe('For its owner')
})

it('says of a removed one why, and that an edit does not bring it back', () => {
  const html = renderForm('removed', { action: 'remove', reason: 'scam', note: null })
  expect(html).toContain('A moderator removed it: Scam.')
  expect(html).toContain('bring it back')
  expect(html).not.toContain('<form>')
})

it.each([
  ['rental', 'House not found.'],
  ['textbook', 'Textbook not found'],
  ['misc', 'Item not found.'],
] as const)('a %s that is not there cannot be edited: "%s"', (id, message) => {
  const category = categoryById[id]
  const queryClient = createQueryClient()
  queryClient.setQueryData([...listingQuery(api, { category: category.id, id: 5 }).queryKey], null)
  const element = <EditListing target={{ studentId: 1, category, listingId: '5' }} id="5" />
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </App>,
  )
  expect(html).toContain(message)
  expect(html).not.toContain('<form')
})
