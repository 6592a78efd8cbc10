import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPhotoList } from './photo-lists.ts'

describe('a photo list', () => {
  it.each([
    ['an array', ['/a.jpg', 'https://x.ca/b.jpg']],
    ['a JSON text', '["/a.jpg", "https://x.ca/b.jpg"]'],
    ['a comma list', ' /a.jpg , https://x.ca/b.jpg,'],
    ['objects', [{ url: '/a.jpg' }, { src: ' https://x.ca/b.jpg ' }]],
    ['other objects', [{ path: '/a.jpg' }, { href: 'https://x.ca/b.jpg' }]],
    ['JSON objects', '[{"url":"/a.jpg"},{"href":"https://x.ca/b.jpg"}]'],
    [
      'a mixture with what is no photo',
      ['/a.jpg', 5, null, '', {}, [], { url: 'https://x.ca/b.jpg' }],
    ],
  ])('is read from %s', (_, value) => {
    expect(readPhotoList(value)).toEqual(['/a.jpg', 'https://x.ca/b.jpg'])
  })

  it('may be a single photo', () => {
    expect(readPhotoList('/a.jpg')).toEqual(['/a.jpg'])
    expect(readPhotoList('"/a.jpg"')).toEqual(['/a.jpg'])
    expect(readPhotoList({ url: '/a.jpg' })).toEqual(['/a.jpg'])
    expect(readPhotoList('{"src":"/a.jpg"}')).toEqual(['/a.jpg'])
  })

  it('takes the first address an object has', () => {
    expect(readPhotoList([{ url: '', src: 7, path: '/a.jpg', href: '/b.jpg' }])).toEqual(['/a.jpg'])
  })

  it.each([undefined, null, '', ' ', ',', [], {}, 5, true, '[]', '{}', '[[]]'])(
    'of %j is empty',
    (value) => {
      expect(readPhotoList(value)).toEqual([])
    },
  )

  it('reads what looks like JSON but is not as a comma list', () => {
    expect(readPhotoList('[a.jpg, b.jpg')).toEqual(['[a.jpg', 'b.jpg'])
  })

  it('never throws, and gives only texts with something in them', () => {
    const anything = fc.oneof(fc.anything(), fc.json(), fc.string(), fc.array(fc.anything()))
    fc.assert(
      fc.property(anything, (value) => {
        for (const photo of readPhotoList(value)) expect(photo.trim()).not.toBe('')
      }),
    )
  })

  it('gives back any list it is given as an array, as JSON', () => {
    const address = fc.string({ minLength: 1 }).map((text) => `/${text.trim()}`)
    fc.assert(
      fc.property(fc.array(address), (list) => {
        expect(readPhotoList(list)).toEqual(list)
        expect(readPhotoList(JSON.stringify(list))).toEqual(list)
      }),
    )
  })
})
