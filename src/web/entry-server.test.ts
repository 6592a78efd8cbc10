import * as router from 'react-router'
import { expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { version } from '#contract/version.ts'
import { render } from './entry-server.tsx'

vi.mock('react-router', async (importOriginal) => {
  const original = await importOriginal<typeof router>()
  return { ...original, createStaticRouter: vi.fn(original.createStaticRouter) }
})

it('renders nested routes with their parameters, and copies no route table for it', async () => {
  const fetch = vi.fn(async () => ({
    ok: false,
    status: 404,
    headers: { get: () => null },
    json: async () => ({ error: 'Not found.', code: 'not_found' }),
  }))
  const page = await render({ url: '/misc/7', fetch, audience: 'visitors', user: null, now: 0 })
  if ('redirect' in page) throw new Error('The page redirects.')
  expect(page.status).toBe(404)
  expect(page.body).toContain('<main')
  expect(page.body.split('<footer')[1]).toContain(`>${campus.brand} ${version}<`)
  expect(fetch).toHaveBeenCalledWith('/api/misc/7', expect.anything())
  expect(vi.mocked(router.createStaticRouter).mock.calls).toEqual([[[], expect.anything()]])
})
