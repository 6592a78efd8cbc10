import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CategoryDefinition } from './define-category.ts'
import { defineCategory } from './define-category.ts'
import { assertUnique, type CategoryId, categories, categoryById, categoryByPath } from './index.ts'
import type { ListingInput } from './listing-values.ts'
import { misc } from './misc/definition.ts'
import { rental } from './rental/definition.ts'

describe('categories', () => {
  it('are found by id and by path', () => {
    for (const category of categories) {
      expect(categoryById[category.id]).toBe(category)
      expect(categoryByPath(category.path)).toBe(category)
    }
  })

  it('are undefined for an unknown path', () => {
    expect(categoryByPath('rental')).toBeUndefined()
    expect(categoryByPath('constructor')).toBeUndefined()
  })

  it.each([
    ['id', { ...misc, path: 'else' }],
    ['path', { ...misc, id: 'else' }],
  ])('must not share the same %s', (key, other: CategoryDefinition) => {
    expect(() => assertUnique([misc, rental, other])).toThrow(`Two categories have the ${key}`)
  })
})

describe('category types', () => {
  it('are derived from the definitions', () => {
    expectTypeOf<CategoryId>().toEqualTypeOf<'rental' | 'textbook' | 'misc'>()
    expectTypeOf(categoryById.textbook.apiNames.title).toEqualTypeOf<'book_title'>()
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

  it('reject a field of another category', () => {
    const room = {} as ListingInput<'rental'>
    // @ts-expect-error a rental has no author
    expect(room.author).toBeUndefined()
    const fields = rental.fields
    // @ts-expect-error nor does its definition
    expect(fields.author).toBeUndefined()
  })

  it('reject an unknown category', () => {
    // @ts-expect-error there are no boats
    expect(categoryById.boat).toBeUndefined()
    // @ts-expect-error nor can they be posted
    const boat = {} as ListingInput<'boat'>
    expect(boat).toEqual({})
  })

  it('reject a lookup without one of the categories', () => {
    // @ts-expect-error misc is missing
    const cards: Record<CategoryId, string> = { rental: '', textbook: '' }
    expect(cards.misc).toBeUndefined()
  })

  it('reject a definition that refers to an unknown field', () => {
    // @ts-expect-error the title's API name is no field
    defineCategory({ ...misc, apiNames: { ...misc.apiNames, title: 'book_title' } })
    // @ts-expect-error search refers to no such field
    defineCategory({ ...misc, search: { fields: ['author'], placeholder: '' } })
    defineCategory({
      ...misc,
      // @ts-expect-error the filter's field is of another category
      filters: { beds: { kind: 'choice', label: '', field: 'num_beds', options: [] } },
    })
  })
})
