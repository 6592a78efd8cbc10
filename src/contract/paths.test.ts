import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { pageRoutes, safeReturnPath } from './page-routes.ts'
import { apiPaths, pagePaths } from './paths.ts'

describe('pagePaths', () => {
  it('have these values', () => {
    expect(pagePaths.browse('rental')).toBe('/rentals')
    expect(pagePaths.browse('misc', new URLSearchParams({ q: 'a b' }))).toBe('/misc?q=a+b')
    expect(pagePaths.browse('misc', '')).toBe('/misc')
    expect(pagePaths.listing('textbook', 5)).toBe('/textbooks/5')
    expect(pagePaths.copies('textbook', '1 2')).toBe('/textbooks/isbn/1%202')
    expect(pagePaths.create('misc')).toBe('/misc/create')
    expect(pagePaths.edit('rental', 5)).toBe('/rentals/create?id=5')
    expect(pagePaths.search()).toBe('/search')
    expect(pagePaths.search('a & b')).toBe('/search?q=a+%26+b')
    expect(pagePaths.login()).toBe('/login')
    expect(pagePaths.login('/rentals/5?a=1')).toBe('/login?next=%2Frentals%2F5%3Fa%3D1')
    expect(pagePaths.resetLink('a/b')).toBe('/reset-password#token=a%2Fb')
  })
})

describe('apiPaths', () => {
  it('have these values', () => {
    expect(apiPaths.list('rental', 'limit=24')).toBe('/api/rentals?limit=24')
    expect(apiPaths.listing('misc', 'odd/../id')).toBe('/api/misc/odd%2F..%2Fid')
    expect(apiPaths.userListings(3, 'textbook')).toBe('/api/users/3/textbooks')
    expect(apiPaths.copies('textbook', '1 2')).toBe('/api/textbooks/isbn/1%202')
    expect(apiPaths.copies('textbook', 1, 'limit=0')).toBe('/api/textbooks/isbn/1?limit=0')
  })
})

it('a category does not take the path of a page or of another API', () => {
  expect(pageRoutes.filter((route, index) => pageRoutes.indexOf(route) < index)).toEqual([])
  const taken = Object.values(apiPaths).map((path) => String(path).split('/')[2])
  for (const { path } of categories) expect(taken).not.toContain(path)
})

describe('safeReturnPath', () => {
  it.each([
    ...['/', '/rentals/5', '/misc/create?id=5', '/rentals?q=a#top', '/rentals/', '/dashboard'],
    ...[
      '/textbooks/5/contact',
      '/students/5',
      '/moderation/misc/5',
      '/textbooks/isbn/978-1-285-74155-0',
      '/search?q=desk',
      '/sell',
      '/misc?q=%E9%9B%AA%2F..%2F&next=//evil.com',
      '/?x=/api/auth/logout',
    ],
  ])('returns %s', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  it('returns the decoded path of a page', () => {
    expect(safeReturnPath('/%72entals/%35?q=%20雪')).toBe('/rentals/5?q=%20%E9%9B%AA')
    expect(safeReturnPath('/x/../rentals')).toBe('/rentals')
  })

  it.each([
    ...[null, undefined, '', 'rentals', 'https://evil.com/', '//evil.com', '/\\evil.com'],
    ...[
      '\\\\evil.com',
      '/\t/evil.com',
      ' //evil.com',
      'javascript:alert(1)',
      '/.//evil.com',
      '/.//',
    ],
    ...['/api/auth/logout', '/./api/x', '/api', '/%61pi/auth/logout', '/%2561pi/auth/logout'],
    ...['/rentals/..%2Fapi/auth/logout', '/rentals/%2e%2e/api/auth/logout', '/%2Fevil.com', '/%'],
    ...['/%5Cevil.com', '/rentals/%0A', '/about\n', '/ab\tout', '/about?x=\0', '/rentals/\x7f'],
    ...[
      '/robots.txt',
      '/assets/x.js',
      '/rentals/feed.xml',
      '/rentals/5/6',
      '/About',
      '/rentals//5',
    ],
  ])('returns the dashboard instead of %j', (path) => {
    expect(safeReturnPath(path)).toBe('/dashboard')
  })

  it('never returns another origin', () => {
    const tricky = fc.string({
      unit: fc.constantFrom('/', '\\', '\t', '.', ':', '@', 'a', '?', '#'),
    })
    fc.assert(
      fc.property(tricky, (path) => {
        const target = new URL(safeReturnPath(`/${path}`), 'https://quad.example')
        expect(target.host).toBe('quad.example')
      }),
    )
  })
})
