import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { App } from '../app.tsx'
import { ListingForm } from '../listings/form/listing-form.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { Component as Register } from './register.tsx'

const api = createApi(async () => Response.json({}))

/** Renders the element in a data router. Forms need one, because they block navigation while they have unsaved changes. */
const render = (element: ReactNode) =>
  renderToString(
    <App api={api} queryClient={createQueryClient()} audience="visitors" today="2026-11-15">
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </App>,
  )

const rulesLink = `href="${pagePaths.rules}"`

it('the sign-up links to the rules', () => {
  expect(render(<Register />)).toContain(rulesLink)
})

it.each(categories)('the form of a $id links to the rules', (category) => {
  expect(render(<ListingForm target={{ studentId: 1, category }} />)).toContain(rulesLink)
})
