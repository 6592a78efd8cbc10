import { describe, expect, it } from 'vitest'
import { normalizePageUrl } from './normalize-page-url.ts'

const shared = (url: string) => ({ url, isShared: true })
const personal = (url: string) => ({ url, isShared: false })

describe('normalizePageUrl', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=a', '/'],
    ['/about?x=1', '/about'],
    ['/misc', '/misc'],
    ['/misc?utm_source=a', '/misc'],
    ['/misc?q=&fbclid=1', '/misc'],
    ['/misc?order=price&utm_source=a', '/misc?order=price'],
    ['/misc?q=lamp&order=price', '/misc?order=price&q=lamp'],
    ['/misc?category=Tickets&category=Events', '/misc?category=Tickets%2CEvents'],
    ['/misc?category=nonsense&max_price=free', '/misc'],
    [`/misc?q=${'a'.repeat(300)}`, `/misc?q=${'a'.repeat(200)}`],
    ['/misc?category=&category=Events', '/misc?category=Events'],
    ['/search', '/search'],
    ['/search?q=&utm_source=a', '/search'],
    ['/search?utm_source=a&q=a%20b&order=price', '/search?q=a+b'],
    [`/search?q=${'a'.repeat(300)}`, `/search?q=${'a'.repeat(200)}`],
    ['/sell?utm_source=a', '/sell'],
    ['/rentals/12', '/rentals/12'],
    ['/rentals/12?fbclid=1', '/rentals/12'],
    ['/rentals/create', '/rentals/create'],
    ['/textbooks/isbn/9781285741550', '/textbooks/isbn/9781285741550'],
    ['/textbooks/isbn/080442957X?fbclid=1', '/textbooks/isbn/080442957X'],
    ['/rentals/compare?ids=3&ids=x,5&utm_source=a&term=never', '/rentals/compare?ids=3,5,0'],
    ['/rentals/compare?ids=7,6,7,5,4,3,2', '/rentals/compare?ids=7,6,5,4,3'],
    ['/rentals/compare?ids=', '/rentals/compare'],
    ['/login', '/login'],
    ['/register', '/register'],
    ['/forgot-password', '/forgot-password'],
  ])('%s is the same for an audience, as %s', (requested, url) => {
    expect(normalizePageUrl(requested)).toEqual(shared(url))
  })

  it.each([
    ['/misc/?q=lamp&x=1', '/misc?q=lamp'],
    ['/Misc//', '/misc'],
  ])('%s moves to %s', (requested, url) => {
    expect(normalizePageUrl(requested)).toEqual({ ...shared(url), isMoved: true })
  })

  it.each([
    '/dashboard',
    '/account',
    '/messages/7',
    '/students/7',
    '/moderation',
    '/moderation/misc/7',
    '/moderation/students?q=ada',
    '/reset-password?token=x',
    '/login?next=/dashboard',
    '/register?next=%2F',
    '/rentals/create?id=7',
    '/rentals/12/contact',
    '/rentals/12/',
    '/rentals/012',
    '/rentals/isbn/9781285741550',
    '/misc/compare?ids=3',
    '/textbooks/isbn/978-1-285-74155-0',
    '/textbooks/isbn/',
    '/rentals/abc',
    '/Rentals/12',
    '/rental/12',
    '/%72entals/12',
    '/nowhere',
    '/aboutx',
  ])('%s is for one person', (requested) => {
    expect(normalizePageUrl(requested)).toEqual(personal(requested))
  })

  it.each([
    ...['//', '//evil.example/rentals/1', '/\\evil', 'http://x/rentals'],
    ...['/%0d', '/about%0A', '/x%E2%80%A8?q=1'],
  ])('%s is no page', (requested) => {
    expect(normalizePageUrl(requested)).toEqual(personal('/there/is/no/such/page'))
  })
})
