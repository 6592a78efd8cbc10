import { describe, expect, it } from 'vitest'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { ApiFetch } from '#contract/rendering.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { render } from '../entry-server.tsx'

stayOnBuiltInCampus()

const now = Date.parse('2026-11-10T15:00:00Z')
const photo = {
  url: `/uploads/${'a'.repeat(32)}.webp`,
  width: 1280,
  height: 960,
  preview: 'data:,a',
}

const listing = (category: CategoryId, id: number, changes: object = {}) => ({
  ...listingInputs[category],
  id,
  status: 'available',
  renewed_at: null,
  was_price: null,
  photos: [photo.url],
  photo_info: [photo],
  course_codes: [],
  seller: { id: 1, name: 'Ada Lovelace' },
  [categoryById[category].apiNames.date]: '2026-11-09T15:00:00.000Z',
  ...changes,
})

const listPage = (results: object[], changes: object = {}) =>
  Response.json({ results, next: null, total: results.length, total_exact: true, ...changes })

/** Renders the page for visitors and collects its API calls. */
async function renderPage(url: string, respond: (path: string) => Response) {
  const calls: string[] = []
  const fetch: ApiFetch = async (path) => {
    calls.push(path)
    return respond(path)
  }
  const result = await render({ url, audience: 'visitors', user: null, fetch, now })
  return { calls, result }
}

async function renderList(url: string, response: Response) {
  const { calls, result } = await renderPage(url, () => response)
  if ('redirect' in result) throw new Error(`redirected to ${result.redirect}`)
  const body = result.body.replaceAll('<!-- -->', '')
  const main = body.slice(body.indexOf('<main'))
  const text = main
    .replace(/<[^>]*>/g, '\n')
    .replace(/\n+/g, '\n')
    .replaceAll('\u00a0', ' ')
  return { calls, status: result.status, body, main, text }
}

const rooms = (count: number) => Array.from({ length: count }, (_, id) => listing('rental', id))

describe('the page of a list', () => {
  it('fails as a whole if a card fails, because React would leave out the card', async () => {
    const broken = listing('rental', 1, { address: {} })
    await expect(renderList('/rentals', listPage([broken]))).rejects.toThrow('failed to render')
  })

  it('has a heading, the count, and a notice below the cards', async () => {
    const { main, text } = await renderList('/rentals', listPage(rooms(6)))
    expect(main).toMatch(/<h1[^>]*>Rentals<\/h1>/)
    expect(text).toContain('\n6 results\n')
    expect(text).toMatch(/\n\$650\n \n\/month\n/)
    expect(text).toContain('\n12 King St N\n')
    const [before = '', after = ''] = main.split(
      'Classified content is not guaranteed. Duplicate or multiple listings for the same content will be deleted.',
    )
    expect(before.match(/<article/g)).toHaveLength(6)
    expect(after).not.toContain('<article')
  })

  it('has words for blank values', async () => {
    const blank = listing('rental', 1, {
      title: '',
      description: null,
      cost: 0,
      photos: [],
      photo_info: [],
    })
    const { text } = await renderList('/rentals', listPage([blank]))
    for (const words of ['Untitled listing', 'No description provided.', '—', 'No image']) {
      expect(text).toContain(`\n${words}\n`)
    }
    expect(text).toContain('\n1 result\n')
  })

  it('loads the first photo before all others, in the size that is shown', async () => {
    const { body } = await renderList('/rentals', listPage(rooms(3)))
    const [first, second] = body.match(/<img [^>]*>/g) ?? []
    expect(first).toMatch(/fetchPriority="high"/i)
    expect(first).toMatch(/srcSet="[^"]*-320\.webp 320w/i)
    expect(second).toContain('loading="lazy"')
    const [preload, ...others] = body.match(/<link rel="preload" as="image"[^>]*>/g) ?? []
    expect(others).toEqual([])
    expect(preload).toMatch(/imageSrcSet="[^"]*-320\.webp 320w/i)
    expect(preload).toMatch(/fetchPriority="high"/i)
  })

  it('drops filters that are invalid', async () => {
    const url = '/rentals?beds=99&max_price=cheap&order=odd&type=castle'
    const { calls, status, main } = await renderList(url, listPage(rooms(1)))
    expect([status, calls]).toEqual([200, [apiPaths.list('rental')]])
    expect(main).not.toContain('Filters in force')
  })

  it('leads to its start when the place in it is unknown', async () => {
    const { calls, result } = await renderPage('/rentals?type=sublet&cursor=nowhere', () =>
      Response.json({ error: 'Please check: cursor.' }, { status: 400 }),
    )
    expect(calls).toEqual([expect.stringContaining('cursor=nowhere')])
    expect(result).toMatchObject({ redirect: '/rentals?type=sublet' })
  })
})

describe('the page of a listing', () => {
  it('has metadata for search engines and link previews', async () => {
    const house = listing('rental', 7, { title: 'Whole house', cost: 2400, address: '201 Albert' })
    const { result } = await renderPage('/rentals/7', () => Response.json(house))
    expect(result).toMatchObject({
      head: {
        title: 'Whole house · Quad',
        canonical: '/rentals/7',
        image: { src: `/api${photo.url}`, alt: 'Whole house' },
        jsonLd: {
          '@type': expect.arrayContaining(['Accommodation']),
          name: 'Whole house',
          address: '201 Albert',
          offers: { price: 2400, priceCurrency: 'CAD' },
        },
      },
    })
  })

  it('leads visitors to the login where only members may read it, and back', async () => {
    const { result } = await renderPage(pagePaths.listing('misc', 7), () =>
      Response.json({ code: 'unauthenticated' }, { status: 401 }),
    )
    expect(result).toMatchObject({ redirect: '/login?next=%2Fmisc%2F7' })
  })
})
