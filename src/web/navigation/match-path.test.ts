import { describe, expect, it } from 'vitest'
import { matchPath } from './match-path.ts'

describe('matchPath', () => {
  it.each([
    ['/', '/'],
    ['/about', '/about'],
    ['/about', '/about/'],
    ['/about', '/about//'],
    ['/about', '/About'],
    ['/about', '/%61bout'],
    ['/rentals/create', '/rentals/create'],
  ])('%s matches %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toEqual({})
  })

  it.each([
    ['/', '/about'],
    ['/about', '/'],
    ['/about', '/abouts'],
    ['/about', '//about'],
    ['/about', '/about/us'],
    ['/rentals/:id', '/rentals'],
    ['/rentals/:id', '/rentals/'],
    ['/rentals/:id', '/rentals//5'],
    ['/rentals/:id', '/rentals/5/photos'],
    ['/rentals/:id', '/textbooks/5'],
  ])('%s does not match %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeUndefined()
  })

  it.each([
    ['/rentals/5', '5'],
    ['/rentals/5/', '5'],
    ['/Rentals/Big-Room', 'Big-Room'],
    ['/rentals/a%20room', 'a room'],
    ['/rentals/a%2Fb', 'a/b'],
    ['/rentals/%E0%A4%A', '%E0%A4%A'],
    ['/rentals/%20', ' '],
  ])('%s has the param id "%s"', (path, id) => {
    expect(matchPath('/rentals/:id', path)).toEqual({ id })
  })
})
