import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { type GoneListing, listingKeys, listingQuery } from '../listings/listing-queries.ts'
import { ApiError, createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { Component } from './listing.tsx'

stayOnBuiltInCampus()

const category = categoryById.misc
const api = createApi(async () => Response.json({}))
const { queryKey } = listingQuery(api, { category: category.id, id: 1 })
const listing = sampleWire('misc')

function renderPage(queryClient: QueryClient) {
  return renderToString(
    <App api={api} queryClient={queryClient} audience="visitors" today="2026-11-15">
      <MemoryRouter initialEntries={['/misc/1']}>
        <Routes>
          <Route path="/misc/:id" Component={Component} />
        </Routes>
      </MemoryRouter>
    </App>,
  )
}

function failFetch(queryClient: QueryClient, status: number) {
  const error = new ApiError(status, { error: 'Busy.' })
  queryClient.getQueryCache().build(queryClient, { queryKey }).setState({ status: 'error', error })
}

it('says that a listing could not be loaded', () => {
  const queryClient = createQueryClient()
  failFetch(queryClient, 503)
  expect(renderPage(queryClient)).toContain(category.messages.loadFailed)
})

it('keeps a listing on the screen when a refetch in the background fails', () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(queryKey, listing)
  failFetch(queryClient, 503)
  const html = renderPage(queryClient)
  expect(html).toContain(listingInputs.misc.title)
  expect(html).not.toContain(category.messages.loadFailed)
})

describe('a listing that was opened from a list', () => {
  const photo = { url: `/uploads/${'a'.repeat(32)}.webp`, width: 1280, height: 960, preview: null }
  const other = { ...photo, url: '' }
  const listed = { ...listing, id: 1, price: 15, photo_info: [photo, other] }
  const openFromList = () => {
    const queryClient = createQueryClient()
    const data = { pages: [{ results: [listed] }], pageParams: [''] }
    queryClient.setQueryData(listingKeys.list('misc', 'browse', ''), data)
    return queryClient
  }

  it('has its title, price and cover at once, and nothing that the list does not know', () => {
    const html = renderPage(openFromList())
    expect(html).toContain(`>${listingInputs.misc.title}</h1>`)
    expect(html).toContain('$15')
    expect(html).toContain(photo.url)
    expect(html).toContain('skeleton')
    for (const unknown of ['No image', 'Description', 'Report', 'Share'])
      expect(html).not.toContain(unknown)
  })

  it('ends on the page of a listing that is gone or was never there', () => {
    for (const [data, message] of [
      [null, category.messages.notFound],
      [{ gone: 'It was sold.' }, 'It was sold.'],
    ] as const) {
      const queryClient = openFromList()
      queryClient.setQueryData(queryKey, data)
      const html = renderPage(queryClient)
      expect(html).toContain(message)
      expect(html).not.toContain(listingInputs.misc.title)
    }
  })

  it('shows what a listing that has ended was, if readers may know', () => {
    const queryClient = openFromList()
    const gone: GoneListing = {
      gone: 'This listing has ended.',
      ended: { title: 'Blue kettle', photo: { ...photo, preview: '' } },
    }
    queryClient.setQueryData(queryKey, gone)
    const html = renderPage(queryClient)
    expect(html).toMatch(/<h1[^>]*>This listing has ended\.</)
    expect(html).toContain('>Blue kettle</bdi>')
    expect(html).toContain(photo.url)
  })

  it('says that it could not be loaded', () => {
    const queryClient = openFromList()
    failFetch(queryClient, 503)
    expect(renderPage(queryClient)).toContain(category.messages.loadFailed)
  })
})
