import { expect, it } from 'vitest'
import { ariaCurrent } from './link.tsx'

it('marks a link to the current page, and in another way one to a page above it', () => {
  for (const path of ['/rentals', '/rentals/', '/RENTALS']) {
    expect(ariaCurrent('/rentals', path)).toBe('page')
  }
  expect(ariaCurrent('/rentals', '/rentals/7/contact')).toBe(true)
  expect(ariaCurrent('/rentals', '/rentals-2')).toBeUndefined()
  expect(ariaCurrent('/rentals', '/')).toBeUndefined()
})
