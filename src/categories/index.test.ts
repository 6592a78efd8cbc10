import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CategoryDefinition } from './define-category.ts'
import { defineCategory } from './define-category.ts'
import {
  type CategoryId,
  categories,
  categoryById,
  categoryByPath,
  refuseDuplicates,
} from './index.ts'
import type { ListingInput } from './listing-values.ts'
import { misc } from './misc/definition.ts'
import { rental } from './rental/definition.ts'

describe('the list of categories', () => {
  it('finds each by its id and by its path', () => {
    for (const category of categories) {
      expect(categoryById[category.id]).toBe(category)
      expect(categoryByPath(category.path)).toBe(category)
    }
  })

  it('finds nothing under an unknown path', () => {
    expect(categoryByPath('rental')).toBeUndefined()
    expect(categoryByPath('constructor')).toBeUndefined()
  })

  it.each([
    ['id', { ...misc, path: 'else' }],
    ['path', { ...misc, id: 'else' }],
  ])('refuses two with the same %s', (key, other: CategoryDefinition) => {
    expect(() => refuseDuplicates([misc, rental, other])).toThrow(`Two categories have the ${key}`)
  })
})

describe('the types', () => {
  it('come from the list', () => {
    expectTypeOf<CategoryId>().toEqualTypeOf<'rental' | 'textbook' | 'misc'>()
    expectTypeOf(categoryById.textbook.wire.title).toEqualTypeOf<'book_title'>()
    expectTypeOf<ListingInput<'textbook'>['faculty']>().toEqualTypeOf<
      | 'Math'
      | 'Engineering'
      | 'Science'
      | 'Social Science'
      | 'Health Science'
      | 'Humanities'
      | 'Business'
      | 'Arts & Science'
    >()
    expectTypeOf<ListingInput<'textbook'>['year']>().toEqualTypeOf<1 | 2 | 3 | 4>()
    expectTypeOf<ListingInput<'textbook'>['edition']>().toEqualTypeOf<string | null>()
    expectTypeOf<ListingInput<'rental'>['num_beds']>().toEqualTypeOf<number | null>()
    expectTypeOf<ListingInput<'rental'>['is_shared']>().toEqualTypeOf<boolean>()
    expectTypeOf<ListingInput<'rental'>['amenities']>().toEqualTypeOf<string[]>()
  })

  it('refuse a field of one category on another', () => {
    const room = {} as ListingInput<'rental'>
    // @ts-expect-error a rental has no author
    expect(room.author).toBeUndefined()
    const fields = rental.fields
    // @ts-expect-error nor does its definition
    expect(fields.author).toBeUndefined()
  })

  it('refuse an unknown category', () => {
    // @ts-expect-error there are no boats
    expect(categoryById.boat).toBeUndefined()
    // @ts-expect-error nor can they be posted
    const boat = {} as ListingInput<'boat'>
    expect(boat).toEqual({})
  })

  it('refuse a lookup that misses a category', () => {
    // @ts-expect-error misc is missing
    const cards: Record<CategoryId, string> = { rental: '', textbook: '' }
    expect(cards.misc).toBeUndefined()
  })

  it('refuse a definition that names a field it has not', () => {
    // @ts-expect-error the title's wire name is no field
    defineCategory({ ...misc, wire: { ...misc.wire, title: 'book_title' } })
    // @ts-expect-error search reads no such field
    defineCategory({ ...misc, search: { reads: ['author'], placeholder: '' } })
    defineCategory({
      ...misc,
      // @ts-expect-error the filter's field is of another category
      filters: { beds: { kind: 'choice', label: '', field: 'num_beds', options: [] } },
    })
  })
})
