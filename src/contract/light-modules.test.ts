import { expect, it, vi } from 'vitest'

vi.mock('zod', () => {
  throw new Error('zod must not be loaded by pages that only read')
})

const zodFreeModules = {
  campus: () => import('#campus/campus.ts'),
  categories: () => import('#categories/index.ts'),
  'account rules': () => import('./account-rules.ts'),
  listing: () => import('./listing.ts'),
  'listing fields': () => import('./listing-fields.ts'),
  'listing status': () => import('./listing-status.ts'),
  'list parameters': () => import('./list-parameters.ts'),
  format: () => import('#format/format.ts'),
  nudges: () => import('#english/nudges.ts'),
  paths: () => import('./paths.ts'),
  'site text rules': () => import('./site-text-rules.ts'),
  'filter conditions': () => import('./filter-conditions.ts'),
}

it.each(Object.entries(zodFreeModules))('%s does not import zod', async (_, load) => {
  await expect(load()).resolves.toBeDefined()
})

it('this test fails for a module that imports zod', async () => {
  await expect(import('./list-query.ts')).rejects.toThrow()
})
