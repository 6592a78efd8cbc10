import { describe, expect, it } from 'vitest'
import { isStaticPage, parseListingId } from './visited-pages.ts'

describe('isStaticPage', () => {
  it.each(['/', '/about', '/login', '/reset-password', '/dashboard', '/misc', '/misc/create'])(
    'is true for %s',
    (path) => {
      expect(isStaticPage(path)).toBe(true)
    },
  )

  it.each(['/rentals/7', '/nowhere', '/about/', '/Rentals', 'other', ''])(
    'is false for %j',
    (path) => {
      expect(isStaticPage(path)).toBe(false)
    },
  )
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
