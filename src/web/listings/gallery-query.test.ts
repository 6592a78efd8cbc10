import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { createApi } from '../api.ts'
import { galleryQuery } from './gallery-query.ts'

const items = (count: number, photo: string) =>
  Array.from({ length: count }, (_, id) => ({ id, title: `Item ${id}`, photos: [photo] }))

/** The tiles that come of what each list answers. */
function tilesOf(answer: (path: string) => Response) {
  const api = createApi(async (path) => answer(path))
  return galleryQuery(api).queryFn(new AbortController().signal)
}

const full = () => Response.json({ results: items(24, 'https://photos.example/a.jpg') })

describe('the gallery of the landing page', () => {
  it('shows at most eight tiles of each category', async () => {
    const tiles = await tilesOf(full)
    for (const { labels } of categories) {
      expect(tiles.filter(({ badge }) => badge === labels.badge)).toHaveLength(8)
    }
  })

  it('picks them, and their order, anew each time', async () => {
    const orders = new Set<string>()
    for (let time = 0; time < 5; time++) {
      orders.add(String((await tilesOf(full)).map(({ href }) => href)))
    }
    expect(orders.size).toBeGreaterThan(1)
  })

  it('shows nothing of what has no photo, and does without a list that cannot be had', async () => {
    const [rentals, textbooks, extras] = categories.map(({ id }) => apiPaths.list(id))
    const tiles = await tilesOf((path) => {
      if (path.startsWith(`${rentals}`)) return new Response(null, { status: 500 })
      if (path.startsWith(`${textbooks}`)) return Response.json(items(3, ''))
      if (path.startsWith(`${extras}`)) return Response.json(items(2, '/uploads/a.webp'))
      throw new Error(`Nobody asked for ${path}`)
    })
    expect(tiles.map(({ href }) => href).toSorted()).toEqual(['/misc/0', '/misc/1'])
  })
})
