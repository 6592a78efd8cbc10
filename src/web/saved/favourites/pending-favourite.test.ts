import { expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { safeReturnPath } from '#contract/page-routes.ts'
import { logInToFavouritePath, parsePendingFavourite } from './pending-favourite.ts'

it.each(categories)('what is to be saved of $path comes back from the login', (category) => {
  const pageUrl = `/${category.path}?q=a+b&max_price=900`
  const login = new URL(
    logInToFavouritePath(pageUrl, { category: category.id, id: 7 }),
    'https://quad.example',
  )
  const returnPath = safeReturnPath(login.searchParams.get('next'))
  expect(returnPath).toBe(`${pageUrl}#save=${category.path}/7`)
  const { hash } = new URL(returnPath, 'https://quad.example')
  expect(parsePendingFavourite(hash)).toEqual({ category: category.id, id: 7 })
})

it.each([
  '',
  '#contact',
  '#save',
  '#save-search',
  '#save=',
  '#save=rentals',
  '#save=rentals/',
  '#save=rentals/0',
  '#save=rentals/7x',
  '#save=rentals/7/8',
  '#save=dogs/7',
  '#save=rentals/99999999999999999999',
  'save=rentals/7',
])('nothing is to be saved by %j', (hash) => {
  expect(parsePendingFavourite(hash)).toBeUndefined()
})
