import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { listingQuery } from '../listings/listing-queries.ts'
import { ApiError, createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { Component } from './listing.tsx'

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
