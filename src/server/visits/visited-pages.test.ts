import { describe, expect, it } from 'vitest'
import { findPageRoute, parseListingId } from './visited-pages.ts'

describe('findPageRoute', () => {
  it.each([
    '/',
    '/about',
    '/search',
    '/sell',
    '/login',
    '/reset-password',
    '/renew',
    '/account',
    '/messages',
    '/misc/create',
  ])('is the path itself for %s', (path) => {
    expect(findPageRoute(path)).toBe(path)
  })

  it.each([
    ['/students/7', '/students/:id'],
    ['/messages/7', '/messages/:id'],
    ['/rentals/12/contact', '/rentals/:id/contact'],
    ['/moderation/students/7', '/moderation/students/:id'],
    ['/moderation/rentals/12', '/moderation/rentals/:id'],
  ])('names nobody in %s', (path, route) => {
    expect(findPageRoute(path)).toBe(route)
  })

  it.each([
    '/rentals/7',
    '/students',
    '/students/ada',
    '/misc/07/contact',
    '/nowhere',
    '/about/',
    '',
  ])('is undefined for %j', (path) => {
    expect(findPageRoute(path)).toBeUndefined()
  })
})

describe('parseListingId', () => {
  it.each([
    ['/rentals/12', 12],
    ['/misc/1', 1],
  ])('returns the id in %s', (path, id) => {
    expect(parseListingId(path)).toBe(id)
  })

  it.each(['/', '/rentals', '/rentals/create', '/rentals/012', '/rentals/1/2', '/nothing/1'])(
    'returns undefined for %s',
    (path) => {
      expect(parseListingId(path)).toBeUndefined()
    },
  )
})
