import { expect, it } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { render } from '../entry-server.tsx'

it('has its list in its state once, with what its cards show', async () => {
  const photo = { url: '/uploads/a.webp', width: 1280, height: 960, preview: 'data:,a' }
  const rental = {
    ...completeInputs.rental,
    id: 1,
    status: 'available',
    description: 'Bright. '.repeat(500),
    photos: ['/uploads/a.webp', '/uploads/b.webp'],
    photo_info: [photo, { ...photo, url: '/uploads/b.webp' }],
    post_date: '2026-11-09T15:00:00.000Z',
    renewed_at: null,
    was_price: null,
    seller: { id: 1, name: 'Ada Lovelace' },
  }
  const page = { results: [rental], next: null, total: 1, total_exact: true, max_price: 900 }
  const result = await render({
    url: pagePaths.browse('rental'),
    audience: 'visitors',
    user: null,
    fetch: async (url) =>
      url === apiPaths.list('rental') ? Response.json(page) : Response.json({}, { status: 500 }),
    now: Date.parse('2026-11-10T15:00:00Z'),
  })
  if ('redirect' in result) throw new Error(`redirected to ${result.redirect}`)
  expect(result.body).toContain('2 photos')
  const state = JSON.stringify(result.state)
  expect(state.match(/Bright\. Bright\./g)?.length).toBeLessThan(50)
  expect(state.match(/"post_date"/g)).toHaveLength(1)
  expect(state).not.toContain('b.webp')
})
