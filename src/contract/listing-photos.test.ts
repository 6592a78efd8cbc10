import { describe, expect, it } from 'vitest'
import { mostPhotos, photosInput } from './listing-photos.ts'

const accepted = (value: unknown) => photosInput.parse(value)
const message = (value: unknown) => photosInput.safeParse(value).error?.issues[0]?.message
const some = (count: number) => Array.from({ length: count }, (_, n) => `/uploads/${n}.webp`)

describe('the photos of a listing', () => {
  it('are asked for', () => {
    for (const nothing of [undefined, null, '', ' ', [], [' '], '[]', '[""]', ',']) {
      expect(message(nothing)).toBe('Listing photos are required')
    }
  })

  it('are ten at most', () => {
    expect(mostPhotos).toBe(10)
    expect(accepted(some(10))).toHaveLength(10)
    expect(message(some(11))).toBe('A listing has at most 10 photos')
  })

  it.each([
    ['an array', ['/uploads/a.webp', 'https://x.ca/b.jpg']],
    ['a JSON text', '["/uploads/a.webp","https://x.ca/b.jpg"]'],
    ['a comma list', '/uploads/a.webp, https://x.ca/b.jpg'],
    ['objects', [{ url: '/uploads/a.webp' }, { src: 'https://x.ca/b.jpg' }]],
    ['other objects', '[{"path":"/uploads/a.webp"},{"href":"https://x.ca/b.jpg"}]'],
    ['addresses as they are served', ['/api/uploads/a.webp', 'https://x.ca/b.jpg']],
  ])('may be given as %s', (_, value) => {
    expect(accepted(value)).toEqual(['/uploads/a.webp', 'https://x.ca/b.jpg'])
  })

  it('keep their order, cover first', () => {
    expect(accepted(['/uploads/b.webp', '/uploads/a.webp'])).toEqual([
      '/uploads/b.webp',
      '/uploads/a.webp',
    ])
  })

  it.each([
    ...['http://x.ca/a.jpg', 'HTTPS://x.ca/a', 'https://x.ca/a.jpg?w=1&h=2#x'],
    ...['/uploads/0123456789abcdef.webp', '/uploads/a_b-c', 'https://[::1]/a.jpg'],
  ])('may be at %s', (address) => {
    expect(accepted([address])).toEqual([address])
  })

  it.each([
    ...['javascript:alert(1)', 'data:image/png;base64,AAAA', 'blob:https://x.ca/1', 'ftp://x.ca/a'],
    ...['file:///etc/passwd', '//evil.ca/a.jpg', '/\\evil.ca/a.jpg', 'https:evil', 'https://'],
    ...['/uploads/../x', '/uploads/', '/uploads/a/b.webp', '/uploads/..', '/uploads/a.webp?x=1'],
    ...['/uploads/%2e%2e/x', '/etc/passwd', 'a.jpg', 'https://x.ca/a b.jpg', 'https://x.ca\\a.jpg'],
    ...['https://x.ca/"onerror="', '/api/api/uploads/a.webp', 'https://x.ca:99999/a', 'x'],
    ...['https://x.ca/\0', 'https://x.ca/\ud800', ' javascript:alert(1)'],
  ])('may not be at %j', (address) => {
    expect(message([address])).toBe('Photos must be uploaded here or be http(s) links')
  })

  it.each([5, true, {}, [5], [null], [{}], [['/uploads/a.webp']], [{ url: 5 }]].map((v) => [v]))(
    'are not %j',
    (value) => {
      expect(message(value)).toBe('Each photo must be an address')
    },
  )

  it('may not have endless addresses', () => {
    expect(message([`https://x.ca/${'a'.repeat(2000)}`])).toBe('A photo address is too long')
  })
})
