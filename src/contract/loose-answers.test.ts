import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { altTextOf, idOf, photosOf, readListAnswer, readSeller } from './loose-answers.ts'

describe('a list answer', () => {
  it('is an array or an object with results', () => {
    expect(readListAnswer([{ id: 1 }])).toEqual([{ id: 1 }])
    expect(readListAnswer({ results: [{ id: 1 }, 'x', null] })).toEqual([{ id: 1 }])
  })

  it.each([null, undefined, 'x', 5, {}, { results: null }, { error: 'no' }])(
    'of %j has no items',
    (value) => {
      expect(readListAnswer(value)).toEqual([])
    },
  )
})

describe('the photos of an item', () => {
  it.each(['photos', 'images', 'photoUrls', 'image', 'photo'])('are read from %s', (key) => {
    expect(photosOf({ [key]: '/a.jpg' })).toEqual(['/a.jpg'])
  })

  it('come from the first key that has any', () => {
    expect(photosOf({ photos: [], images: '/b.jpg', photo: '/c.jpg' })).toEqual(['/b.jpg'])
  })

  it('are none where there are none', () => {
    expect(photosOf({})).toEqual([])
    expect(photosOf(null)).toEqual([])
  })
})

describe('what an item is called', () => {
  it('is its title, book title, name, address or course, in this order', () => {
    const item: Record<string, unknown> = {
      title: 'T',
      book_title: 'B',
      name: 'N',
      address: 'A',
      course: 'C',
    }
    for (const key of Object.keys(item)) {
      expect(altTextOf(item)).toBe(item[key])
      item[key] = ' '
    }
    expect(altTextOf(item)).toBeUndefined()
  })
})

describe('the id of an item', () => {
  it('falls back to its slug', () => {
    expect(idOf({ id: 7, slug: 'desk' })).toBe(7)
    expect(idOf({ id: 0 })).toBe(0)
    expect(idOf({ id: null, slug: 'desk' })).toBe('desk')
    expect(idOf({ id: '' })).toBeUndefined()
  })
})

describe('a seller', () => {
  it('is an object or a bare id', () => {
    expect(readSeller({ id: 1, name: 'Ada', email: 'ada@x.ca', contact: '555' })).toEqual({
      id: 1,
      name: 'Ada',
      email: 'ada@x.ca',
      contact: '555',
    })
    expect(readSeller(7)).toEqual({ id: 7 })
    expect(readSeller('7')).toEqual({ id: '7' })
  })

  it('has nothing where nothing is known', () => {
    expect(readSeller(null)).toEqual({})
    expect(readSeller({ name: 5, email: '' })).toEqual({})
  })
})

it('reading never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const read of [readListAnswer, photosOf, altTextOf, idOf, readSeller]) read(value)
    }),
  )
})
