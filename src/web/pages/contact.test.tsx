import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Contact } from '#contract/listings.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { sampleListing, sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { SellerContact } from '../contact/contact-actions.tsx'
import { contactQuery, listingQuery } from '../listings/listing-queries.ts'
import { ApiError, createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { Component as ContactPage } from './contact.tsx'

stayOnBuiltInCampus()

const api = createApi(async () => Response.json({}))
const { queryKey } = contactQuery(api, { category: 'misc', id: 1 })
const ofAda = { seller: { id: 7, name: 'Ada Lovelace' } }

function renderPage(path: string, setContact: (queryClient: QueryClient) => void) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(
    listingQuery(api, { category: 'misc', id: 1 }).queryKey,
    sampleWire('misc', ofAda),
  )
  setContact(queryClient)
  return renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route
            path="/misc/:id"
            element={<SellerContact listing={sampleListing('misc', ofAda)} />}
          />
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
    blocked: false,
    thread_id: null,
    url: 'https://quad.example/misc/1',
    ...contact,
  })
}

const withUser =
  (unread: number | null, setContact: (queryClient: QueryClient) => void) =>
  (queryClient: QueryClient) => {
    queryClient.setQueryData(sessionKey, { id: 2, unread })
    setContact(queryClient)
  }

const withError = (error: Error) => (queryClient: QueryClient) => {
  queryClient.getQueryCache().build(queryClient, { queryKey }).setState({ status: 'error', error })
}

/** Returns all links except the breadcrumb's. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
    .map(([, href, label]) => [href, label])
    .filter(([href]) => href !== '/misc/1')

describe.each(['/misc/1', '/misc/1/contact'])('the contact on %s', (path) => {
  it('is the address, and a link to the profile', () => {
    const html = renderPage(path, withContact({ email: at('ada') }))
    expect(linksOf(html)).toEqual([
      ['/students/7', 'Ada Lovelace'],
      [expect.stringMatching(/^mailto:ada@uwaterloo\.ca\?subject=/), 'Email Seller'],
    ])
    expect(decodeURIComponent(html)).toContain(
      'Hi Ada, is Desk lamp still available?\r\n\r\nhttps://quad.example/misc/1"',
    )
    expect(html).toContain('Copy email')
  })

  it('is a message first, and the address beside it', () => {
    const html = renderPage(path, withContact({ email: at('ada'), messages: true }))
    expect(linksOf(html)).toEqual([
      ['/students/7', 'Ada Lovelace'],
      ['/misc/1/contact', 'Message'],
      [expect.stringMatching(/^mailto:/), 'Email Seller'],
    ])
    expect(html).toContain('Copy email')
  })

  it('is a message where there is no address', () => {
    const message = 'This seller shows no email.'
    const html = renderPage(path, withContact({ messages: true, reason: 'hidden', message }))
    expect(html).toContain(message)
    expect(linksOf(html)).toContainEqual(['/misc/1/contact', 'Message'])
    expect(html).not.toContain('mailto:')
    expect(html).not.toContain('Copy email')
  })

  it('is the conversation that the reader has begun', () => {
    const contact = { email: at('ada'), messages: true, thread_id: 3 }
    expect(linksOf(renderPage(path, withContact(contact)))).toContainEqual([
      '/messages/3',
      'Open your conversation',
    ])
  })

  it('breaks a long address before the @, and cuts none off', () => {
    const html = renderPage(path, withContact({ email: at('ada') }))
    expect(html).toContain(`>ada<wbr/>@<!-- -->${at('').slice(1)}<`)
  })

  it('says that the address appears once the email is confirmed', () => {
    const error = new ApiError(403, { error: 'Please confirm.', code: 'unconfirmed' })
    expect(renderPage(path, withError(error))).toContain('Confirm your email to see theirs')
  })

  it('is a sentence instead of the button, where there is no address', () => {
    const message = 'This seller shows no email.'
    const html = renderPage(path, withContact({ reason: 'hidden', message }))
    expect(html).toContain(message)
    expect(html).toContain('Email not shown')
    expect(html).toMatch(/<a [^>]*href="\/students\/7"[^>]*>See their other listings<\/a>/)
    expect(html).not.toContain('Email Seller')
  })

  it('says that the reader is suspended, and leads to no other listings', () => {
    const message = 'You are suspended until Nov 22.'
    const html = renderPage(path, withContact({ reason: 'suspended', message }))
    expect(html).toContain(message)
    expect(html).not.toContain('See their other listings')
  })

  it.each([
    ['a blocked student', 0, { reason: 'hidden', thread_id: null }, true],
    ['nobody who has written', 0, { reason: 'hidden', thread_id: 3 }, false],
    ['nobody where there are no messages', null, { reason: 'hidden' }, false],
    ['nobody about their own listing', 0, { reason: 'own' }, false],
  ] as const)('tells %s that no message can be sent', (_, unread, contact, isTold) => {
    const set = withContact({ ...contact, message: 'Why there is no address.' })
    const html = renderPage(path, withUser(unread, set))
    expect(html.includes('You can&#x27;t message this person.')).toBe(isTold)
    expect(html).toContain('Why there is no address.')
  })

  it('says that the reader has blocked the seller, and where to change that', () => {
    const html = renderPage(path, withContact({ email: at('ada'), blocked: true }))
    expect(html).toContain('You&#x27;ve blocked <bdi>Ada Lovelace</bdi>.')
    expect(linksOf(html)).toEqual([
      ['/students/7', 'Ada Lovelace'],
      ['/account#blocked', 'Unblock them in your account'],
    ])
  })
})

it('the contact page says how a student who has to confirm first sees the address', () => {
  const error = new ApiError(403, { error: 'Please confirm.', code: 'unconfirmed' })
  const html = renderPage('/misc/1/contact', withError(error))
  expect(html).toContain('Confirm your email to contact the seller')
  expect(html).toMatch(/<noscript>.*on your dashboard.*<\/noscript>/)
  expect(html).toMatch(/<a [^>]*href="\/dashboard"/)
})

it('the contact page says without JavaScript that a message needs it', () => {
  const html = renderPage('/misc/1/contact', withContact({ messages: true, email: at('a') }))
  expect(html).toMatch(/<a [^>]*data-needs-script[^>]*>Message</)
  expect(html).toContain('<noscript>Turn on JavaScript to send a message here.</noscript>')
})

it('the listing says so if the address could not be loaded', () => {
  expect(renderPage('/misc/1', withError(new TypeError()))).toContain('We couldn&#x27;t load it')
})
