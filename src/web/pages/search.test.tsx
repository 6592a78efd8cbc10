import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type CategoryId, publicCategories } from '#categories/index.ts'
import type { ListPage, Understood } from '#contract/listings.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { searchQuery } from '../listings/search/search-query.ts'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { Component } from './search.tsx'

const api = createApi(async () => Response.json({}))

/** Returns a page of results with this total, and one listing in it. */
function pageOf(category: CategoryId, total: number): ListPage {
  const results = total > 0 ? [sampleWire(category, { id: 7 })] : []
  return { total, total_exact: true, results } as unknown as ListPage
}

/** Returns the page's text and links for these totals of each category. Null stands for a list that failed. */
function renderPage(
  search: string,
  totals?: Partial<Record<CategoryId, number | null>>,
  understood?: Understood,
) {
  const queryClient = createQueryClient()
  const q = new URLSearchParams(search).get('q')?.trim() ?? ''
  if (totals) {
    const pages = publicCategories.map(({ id }) => {
      const total = totals[id] ?? null
      return total === null ? null : { ...pageOf(id, total), ...(understood && { understood }) }
    })
    queryClient.setQueryData(searchQuery(api, q).queryKey, pages)
  }
  const router = createMemoryRouter([{ path: '/search', Component }], {
    initialEntries: [`/search${search}`],
  })
  const html = renderToString(
    <App api={api} queryClient={queryClient} audience="visitors" today="2026-11-15">
      <RouterProvider router={router} />
    </App>,
  ).replaceAll('<!-- -->', '')
  const links = Array.from(html.matchAll(/<a [^>]*href="([^"]+)"/g), ([, href]) => href)
  return { html, links, text: html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}

describe('search page', () => {
  it('groups the results, first those with a title that matches, and leads to the rest of a category', () => {
    const { html, text, links } = renderPage('?q=desk+lamp', { rental: 14, textbook: 0, misc: 1 })
    expect(text).toContain('15 results')
    expect(html).toMatch(/<h2[^>]*>Extras<\/h2>.*<h2[^>]*>Rentals<\/h2>.*All 14 rentals/s)
    expect(html).toMatch(/<h3.*href="\/rentals\/7"/s)
    expect(links).toContain('/rentals?q=desk+lamp')
    expect(links, 'the only item is here').not.toContain('/misc?q=desk+lamp')
    expect(text).toContain('No textbooks match “ desk lamp ”.')
    expect(html).not.toContain('>Textbooks</h2>')
    expect(html).toContain('value="desk lamp"')
  })

  it('names those without results in one line', () => {
    const { text } = renderPage('?q=algebra', { rental: 0, textbook: 2, misc: 0 })
    expect(text).toContain('No rentals or items match “ algebra ”.')
  })

  it('says what could not be searched, and shows the rest', () => {
    const { text, links } = renderPage('?q=lamp', { rental: null, textbook: 0, misc: 3 })
    expect(text).toContain('t search rentals. Search them on their own')
    expect(text).toContain('All 3 items')
    expect(text).toContain('No textbooks match “ lamp ”.')
    expect(links).toContain('/rentals?q=lamp')
  })

  it('suggests what to do when nothing matches', () => {
    const none = { rental: 0, textbook: 0, misc: 0 }
    const { html, text, links } = renderPage('?q=%3Cb%3E%F0%9F%9B%B8', none)
    expect(text).toContain('0 results')
    expect(text).toContain('Nothing matches “ &lt;b&gt;🛸 ”')
    expect(text).toContain('Check the spelling or try fewer words')
    // Visitors log in to save the search, in the category that they choose. One button is enough for that.
    const [save, ...others] = links
    expect(save).toContain('/login?next=%2Fmisc%3Fq%3D')
    expect(others).toEqual(['/rentals', '/textbooks', '/misc'])
    expect(text).toContain('Save this search')
    const choices = Array.from(html.matchAll(/<option value="(\w+)"/g), ([, id]) => id)
    expect(choices).toEqual(publicCategories.map(({ id }) => id))
  })

  it('shows the filters that it read, each with a way to remove it, when nothing matches', () => {
    const none = { rental: 0, textbook: 0, misc: 0 }
    const { html, links } = renderPage('?q=desk+lamp+under+20', none, {
      ...{ q: 'desk lamp', corrected: [], dropped: [], names_category: false },
      parts: [{ text: 'under 20', filters: { max_price: '20' } }],
    })
    expect(html.match(/Up to \$20/g), 'once for all categories').toHaveLength(1)
    expect(links[1]).toBe('/search?q=desk+lamp')
  })

  it('says which words it left out', () => {
    const read = { q: 'desk', corrected: [], parts: [], names_category: false }
    const totals = { rental: 0, textbook: 0, misc: 3 }
    const one = renderPage('?q=desk+xyzzy', totals, { ...read, dropped: ['xyzzy'] })
    const plain = ({ html }: { html: string }) => html.replaceAll(/<[^>]*>/g, '')
    expect(plain(one)).toContain('Nothing has “xyzzy”, so these results leave it out.')
    const two = renderPage('?q=desk+a+b', totals, { ...read, dropped: ['a', 'b'] })
    expect(plain(two)).toContain('Nothing has “a” or “b”, so these results leave them out.')
    const three = renderPage('?q=desk+a+b+c', totals, { ...read, dropped: ['a', 'b', 'c'] })
    expect(plain(three)).toContain('Nothing has “a”, “b” or “c”, so')
    expect(one.html).toContain('<s><bdi>xyzzy</bdi></s>')
  })

  it.each(['', '?q=', '?q=%20%20'])('offers the categories for a blank search (%j)', (search) => {
    const { text, links } = renderPage(search)
    expect(text).not.toContain('result')
    expect(links).toEqual(['/rentals', '/textbooks', '/misc'])
  })

  it('offers the categories for nothing but signs, which stay in the box', () => {
    const { html, text, links } = renderPage('?q=%F0%9F%9B%B8%21')
    expect(text).not.toContain('result')
    expect(links).toEqual(['/rentals', '/textbooks', '/misc'])
    expect(html).toContain('value="🛸!"')
  })

  it('quotes the beginning of a long text', () => {
    const none = { rental: 0, textbook: 0, misc: 0 }
    const { text } = renderPage(`?q=${'x'.repeat(200)}`, none)
    expect(text).toContain(`Nothing matches “ ${'x'.repeat(50)}… ”`)
  })

  it('searches for the first 200 characters, and never for half of one', () => {
    const q = `a${'🛸'.repeat(150)}`
    const { html } = renderPage(`?q=${encodeURIComponent(q)}`)
    expect(html).toContain(`value="a${'🛸'.repeat(99)}"`)
  })
})
