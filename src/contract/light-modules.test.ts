import { expect, it, vi } from 'vitest'

vi.mock('zod', () => {
  throw new Error('zod is too heavy for a public page')
})

const light = {
  campus: () => import('#campus.ts'),
  categories: () => import('#categories/index.ts'),
  'listing facts': () => import('./listing-facts.ts'),
  'list parameters': () => import('./list-parameters.ts'),
  'loose answers': () => import('./loose-answers.ts'),
  display: () => import('./display.ts'),
  paths: () => import('./paths.ts'),
  conditions: () => import('./conditions.ts'),
}

it.each(Object.entries(light))('%s can be read without zod', async (_, load) => {
  await expect(load()).resolves.toBeDefined()
})

it('is seen when a module needs zod', async () => {
  await expect(import('./list-query.ts')).rejects.toThrow()
})
