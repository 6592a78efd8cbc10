import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { photosInput } from './photo-schemas.ts'
import { maxPhotos } from './photos.ts'

const parse = (value: unknown) => photosInput.parse(value)
const errorMessage = (value: unknown) => photosInput.safeParse(value).error?.issues[0]?.message
const photoUrls = (count: number) => Array.from({ length: count }, (_, n) => `/uploads/${n}.webp`)

describe('photos input', () => {
  it('may be blank: whether a listing needs photos depends on its other values', () => {
    for (const blank of [undefined, null, '', ' ', [], [' '], '[]', '[""]', ',']) {
      expect(parse(blank)).toEqual([])
    }
  })

  it('accepts at most ten photos', () => {
    expect(maxPhotos).toBe(10)
    expect(parse(photoUrls(10))).toHaveLength(10)
    expect(errorMessage(photoUrls(11))).toBe('A listing has at most 10 photos')
  })

  it.each([
    ['an array', ['/uploads/a.webp', 'https://x.ca/b.jpg']],
    ['a JSON text', '["/uploads/a.webp","https://x.ca/b.jpg"]'],
    ['a comma list', '/uploads/a.webp, https://x.ca/b.jpg'],
    ['objects', [{ url: '/uploads/a.webp' }, { src: 'https://x.ca/b.jpg' }]],
    ['other objects', '[{"path":"/uploads/a.webp"},{"href":"https://x.ca/b.jpg"}]'],
    ['URLs with the /api prefix', ['/api/uploads/a.webp', 'https://x.ca/b.jpg']],
  ])('accepts %s', (_, value) => {
    expect(parse(value)).toEqual(['/uploads/a.webp', 'https://x.ca/b.jpg'])
  })

  it.each([['/uploads/a.webp'], ['"/uploads/a.webp"'], [{ url: '/uploads/a.webp' }]])(
    'accepts a single photo as %j',
    (value) => {
      expect(parse(value)).toEqual(['/uploads/a.webp'])
    },
  )

  it('uses the first property of an object that has a URL', () => {
    const item = { url: '', src: 7, path: ' /uploads/a.webp ', href: '/uploads/b.webp' }
    expect(parse([item])).toEqual(['/uploads/a.webp'])
  })

  it('never throws', () => {
    const anything = fc.oneof(fc.anything(), fc.json(), fc.string(), fc.array(fc.anything()))
    fc.assert(fc.property(anything, (value) => void photosInput.safeParse(value)))
  })

  it('keeps the order', () => {
    expect(parse(['/uploads/b.webp', '/uploads/a.webp'])).toEqual([
      '/uploads/b.webp',
      '/uploads/a.webp',
    ])
  })

  it.each([
    ...['http://x.ca/a.jpg', 'HTTPS://x.ca/a', 'https://x.ca/a.jpg?w=1&h=2#x'],
    ...['/uploads/0123456789abcdef.webp', '/uploads/a_b-c', 'https://[::1]/a.jpg'],
  ])('accepts the URL %s', (address) => {
    expect(parse([address])).toEqual([address])
  })

  it.each([
    ...['javascript:alert(1)', 'data:image/png;base64,AAAA', 'blob:https://x.ca/1', 'ftp://x.ca/a'],
    ...['file:///etc/passwd', '//evil.ca/a.jpg', '/\\evil.ca/a.jpg', 'https:evil', 'https://'],
    ...['/uploads/../x', '/uploads/', '/uploads/a/b.webp', '/uploads/..', '/uploads/a.webp?x=1'],
    ...['/uploads/%2e%2e/x', '/etc/passwd', 'a.jpg', 'https://x.ca/a b.jpg', 'https://x.ca\\a.jpg'],
    ...['https://x.ca/"onerror="', '/api/api/uploads/a.webp', 'https://x.ca:99999/a', 'x'],
    ...['https://x.ca/\0', 'https://x.ca/\ud800', ' javascript:alert(1)'],
  ])('rejects the URL %j', (address) => {
    expect(errorMessage([address])).toBe('Photos must be uploaded here or be http(s) links')
  })

  it.each([5, true, {}, [5], [null], [{}], [['/uploads/a.webp']], [{ url: 5 }]].map((v) => [v]))(
    'rejects %j',
    (value) => {
      expect(errorMessage(value)).toBe('Each photo must be a link')
    },
  )

  it('limits the length of a URL', () => {
    expect(errorMessage([`https://x.ca/${'a'.repeat(2000)}`])).toBe('A photo link is too long')
  })
})
