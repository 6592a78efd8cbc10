import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { listingQuery } from '../listing-queries.ts'
import { EditListing } from './edit-listing.tsx'

it.each([
  ['rental', 'House not found.'],
  ['textbook', 'Textbook not found'],
  ['misc', 'Item not found.'],
] as const)('a %s that is not there cannot be edited: "%s"', (id, message) => {
  const category = categoryById[id]
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  queryClient.setQueryData([...listingQuery(api, category, '5').queryKey], null)
  const element = <EditListing target={{ userId: 1, category, listingId: '5' }} id="5" />
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </App>,
  )
  expect(html).toContain(message)
  expect(html).not.toContain('<form')
})
