import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Contact, Listing } from '#contract/listings.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { ApiError, createApi } from '../api.ts'
import { App } from '../app.tsx'
import { contactQuery, listingQuery } from '../listings/listing-queries.ts'
import { createQueryClient } from '../query-client.ts'
import { Component as ContactPage } from './contact.tsx'
import { Component as ListingPage } from './listing.tsx'

const category = categoryById.misc
const api = createApi(async () => Response.json({}))
const { queryKey } = contactQuery(api, category, '1')
const listing = {
  ...listingInputs.misc,
  id: 1,
  status: 'available',
  photo_info: [],
  seller: { id: 7, name: 'Ada Lovelace' },
  [category.apiNames.date]: '2026-11-15T12:00:00.000Z',
} as unknown as Listing

function renderPage(path: string, setContact: (queryClient: QueryClient) => void) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(listingQuery(api, category, '1').queryKey, listing)
  setContact(queryClient)
  return renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/misc/:id" Component={ListingPage} />
          <Route path="/misc/:id/contact" Component={ContactPage} />
        </Routes>
      </MemoryRouter>
    </App>,
  )
}

const withContact = (contact: Partial<Contact>) => (queryClient: QueryClient) => {
  queryClient.setQueryData(queryKey, {
    name: 'Ada Lovelace',
    email: null,
    messages: false,
    ...contact,
  })
}

const withError = (error: Error) => (queryClient: QueryClient) => {
  queryClient.getQueryCache().build(queryClient, { queryKey }).setState({ status: 'error', error })
}

describe.each(['/misc/1', '/misc/1/contact'])('the contact on %s', (path) => {
  it('is the address, and a link to the profile', () => {
    const html = renderPage(path, withContact({ email: 'ada@uwaterloo.ca' }))
    expect(html).toContain('href="mailto:ada@uwaterloo.ca')
    expect(html).toMatch(/<a [^>]*href="\/students\/7"[^>]*>Ada Lovelace<\/a>/)
  })

  it('breaks a long address before the @, and cuts none off', () => {
    const html = renderPage(path, withContact({ email: 'ada@uwaterloo.ca' }))
    expect(html).toContain('>ada<wbr/>@<!-- -->uwaterloo.ca<')
  })

  it('says that the address appears once the email is confirmed', () => {
    const error = new ApiError(403, { error: 'Please confirm.', code: 'unconfirmed' })
    expect(renderPage(path, withError(error))).toContain('Shown once your email is confirmed')
  })

  it('is a sentence instead of the button, where there is no address', () => {
    const message = 'This seller does not show an email address.'
    const html = renderPage(path, withContact({ reason: 'hidden', message }))
    expect(html).toContain(message)
    expect(html).toContain('Address not shown')
    expect(html).toMatch(/<a [^>]*href="\/students\/7"[^>]*>See their other listings<\/a>/)
    expect(html).not.toContain('Email Seller')
  })
})

it('the contact page says how a student who has to confirm first sees the address', () => {
  const error = new ApiError(403, { error: 'Please confirm.', code: 'unconfirmed' })
  const html = renderPage('/misc/1/contact', withError(error))
  expect(html).toContain('Confirm your email to see the address of the seller')
  expect(html).toMatch(/<noscript>.*on your dashboard.*<\/noscript>/)
  expect(html).toMatch(/<a [^>]*href="\/dashboard"/)
})

it('the listing says so if the address could not be loaded', () => {
  expect(renderPage('/misc/1', withError(new TypeError()))).toContain('Could not be loaded')
})
