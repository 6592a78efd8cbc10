import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { publicCategories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { createApi } from '../queries/api.ts'
import { galleryQuery } from './gallery-query.ts'

stayOnBuiltInCampus()

const buildPage = (count: number, photos: string[]) => ({
  results: Array.from({ length: count }, (_, id) => ({
    id,
    title: `Item ${id}`,
    book_title: `Item ${id}`,
    photos,
    photo_info: photos.map((url) =>
      url.startsWith('/')
        ? { url, width: 300, height: 200, preview: 'data:,' }
        : { url, width: null, height: null, preview: null },
    ),
  })),
})

/** Returns the tiles for the given responses of the list endpoints. */
function fetchTiles(respond: (path: string) => Response) {
  const api = createApi(async (path) => respond(path))
  return new QueryClient().fetchQuery(galleryQuery(api))
}

const fullPage = () => Response.json(buildPage(24, ['/uploads/a.webp']))

describe('gallery query', () => {
  it('returns at most eight tiles per category', async () => {
    const tiles = await fetchTiles(fullPage)
    for (const { labels } of publicCategories) {
      expect(tiles.filter(({ badge }) => badge === labels.badge)).toHaveLength(8)
    }
  })

  it('picks random tiles in random order', async () => {
    const orders = new Set<string>()
    for (let time = 0; time < 5; time++) {
      orders.add(String((await fetchTiles(fullPage)).map(({ href }) => href)))
    }
    expect(orders.size).toBeGreaterThan(1)
  })

  it('marks what is pending or wanted', async () => {
    const [lamp] = buildPage(1, ['/uploads/a.webp']).results
    const results = [
      { ...lamp, id: 1, status: 'available' },
      { ...lamp, id: 2, status: 'pending' },
      { ...lamp, id: 3, status: 'available', listing_type: 'Wanting' },
    ]
    const tiles = await fetchTiles(() => Response.json({ results }))
    const statuses = Object.fromEntries(tiles.map(({ href, status }) => [href, status]))
    expect(statuses).toMatchObject({
      '/misc/1': undefined,
      '/misc/2': 'Pending',
      '/misc/3': 'Wanting',
    })
  })

  it('has the price with its unit, Free, or nothing for zero', async () => {
    const [item] = buildPage(1, ['/uploads/a.webp']).results
    const results = [
      { ...item, id: 1, price: 1200, cost: 1200, is_cost_per_room: true },
      { ...item, id: 2, price: 0, cost: 0, is_free: true },
      { ...item, id: 3, price: 0, cost: 0 },
    ]
    const tiles = await fetchTiles(() => Response.json({ results }))
    const prices = Object.fromEntries(tiles.map(({ href, price }) => [href, price]))
    expect(prices).toMatchObject({
      '/rentals/1': { text: '$1,200', unit: '/room per month' },
      '/rentals/3': undefined,
      '/textbooks/1': { text: '$1,200' },
      '/misc/2': { text: 'Free' },
      '/misc/3': undefined,
    })
    expect(prices['/textbooks/1']).not.toHaveProperty('unit')
  })

  it('leaves out photos on other servers', async () => {
    const foreign = 'https://photos.example/a.jpg'
    const page = buildPage(24, [foreign])
    expect(await fetchTiles(() => Response.json(page))).toEqual([])
    const mixed = buildPage(24, [foreign, '/uploads/a.webp'])
    const tiles = await fetchTiles(() => Response.json(mixed))
    expect(new Set(tiles.map(({ photo }) => photo.src))).toEqual(new Set(['/api/uploads/a.webp']))
  })

  it('leaves out listings without photos and lists that fail to load', async () => {
    const [rentals, textbooks, extras] = publicCategories.map(({ id }) => apiPaths.list(id))
    const tiles = await fetchTiles((path) => {
      if (path.startsWith(`${rentals}`)) return new Response(null, { status: 500 })
      if (path.startsWith(`${textbooks}`)) return Response.json(buildPage(3, []))
      if (path.startsWith(`${extras}`)) return Response.json(buildPage(2, ['/uploads/a.webp']))
      throw new Error(`Unexpected request for ${path}`)
    })
    expect(tiles.map(({ href }) => href).toSorted()).toEqual(['/misc/0', '/misc/1'])
  })
})
