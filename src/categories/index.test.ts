import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CategoryDefinition } from './define-category.ts'
import { defineCategory } from './define-category.ts'
import { assertUnique, type CategoryId, categories, categoryById, categoryByPath } from './index.ts'
import type { HyphenatedIsbns, ListingInput, ReadValues } from './listing-values.ts'
import { misc } from './misc/definition.ts'
import { rental } from './rental/definition.ts'
import { textbook } from './textbook/definition.ts'

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
    expectTypeOf<CategoryId>().toEqualTypeOf<'rental' | 'wanted' | 'textbook' | 'misc'>()
    expectTypeOf(categoryById.textbook.apiNames.title).toEqualTypeOf<'book_title'>()
    expectTypeOf<ListingInput<'textbook'>['faculty']>().toEqualTypeOf<string>()
    expectTypeOf<ListingInput<'textbook'>['year']>().toEqualTypeOf<1 | 2 | 3 | 4>()
    expectTypeOf<ListingInput<'textbook'>['edition']>().toEqualTypeOf<string | null>()
    expectTypeOf<ListingInput<'rental'>['num_beds']>().toEqualTypeOf<number | null>()
    expectTypeOf<ListingInput<'rental'>['is_shared']>().toEqualTypeOf<boolean | null>()
    expectTypeOf<ListingInput<'rental'>['amenities']>().toEqualTypeOf<string[]>()
    expectTypeOf<ListingInput<'textbook'>['isbn']>().toEqualTypeOf<string | null>()
    expectTypeOf<ListingInput<'textbook'>['course_codes']>().toEqualTypeOf<string[]>()
    expectTypeOf<ReadValues<typeof textbook>['course_code']>().toEqualTypeOf<string | null>()
    expectTypeOf<HyphenatedIsbns<typeof textbook>>().toEqualTypeOf<{
      isbn_hyphenated: string | null
    }>()
  })

  it('have no null where a field has a default', () => {
    expectTypeOf<ListingInput<'rental'>['people_in_bedroom']>().toEqualTypeOf<number>()
    expectTypeOf<ListingInput<'textbook'>['listing_type']>().toEqualTypeOf<'Selling' | 'Wanting'>()
    expectTypeOf<ReadValues<typeof textbook>['listing_type']>().toEqualTypeOf<string | number>()
  })

  it('reject the first code in a saved input, which has the list', () => {
    const book = {} as ListingInput<'textbook'>
    // @ts-expect-error course_code is read-only
    expect(book.course_code).toBeUndefined()
  })

  it('reject a field of another category', () => {
    const room = {} as ListingInput<'rental'>
    // @ts-expect-error a rental has no author
    expect(room.author).toBeUndefined()
    const fields = rental.fields
    // @ts-expect-error a rental's definition has no author either
    expect(fields.author).toBeUndefined()
  })

  it('reject an unknown category', () => {
    // @ts-expect-error there is no category for boats
    expect(categoryById.boat).toBeUndefined()
    // @ts-expect-error boats cannot be posted
    const boat = {} as ListingInput<'boat'>
    expect(boat).toEqual({})
  })

  it('reject a lookup without one of the categories', () => {
    // @ts-expect-error misc is missing
    const cards: Record<CategoryId, string> = { rental: '', wanted: '', textbook: '' }
    expect(cards.misc).toBeUndefined()
  })

  it('reject a definition that refers to an unknown field', () => {
    // @ts-expect-error the title's API name is not a field
    defineCategory({ ...misc, apiNames: { ...misc.apiNames, title: 'book_title' } })
    // @ts-expect-error search names an unknown field
    defineCategory({ ...misc, search: { fields: ['author'], placeholder: '' } })
    defineCategory({
      ...misc,
      // @ts-expect-error the filter's field belongs to another category
      filters: { beds: { kind: 'choice', label: '', field: 'num_beds', options: [] } },
    })
    // @ts-expect-error freeWhen names an unknown field
    defineCategory({ ...misc, freeWhen: 'is_cheap' })
    // @ts-expect-error misc has no author
    defineCategory({ ...misc, wantedWhen: { field: 'author', value: 'x' } })
    // @ts-expect-error no filter has this name
    defineCategory({ ...misc, hiddenFilters: ['beds'] })
    const { copies } = textbook
    // @ts-expect-error the form cannot fill in an unknown field
    defineCategory({ ...textbook, copies: { ...copies, fills: ['pages'] } })
    const isSublet = { field: 'is_sublet', values: [true] } as const
    const event_date = { ...misc.fields.event_date, shownWhen: isSublet } as const
    // @ts-expect-error no field of misc has this name
    defineCategory({ ...misc, fields: { ...misc.fields, event_date } })
  })

  it('reject a reference to a field or filter of another kind', () => {
    const { copies } = textbook
    // @ts-expect-error copies need an ISBN field
    defineCategory({ ...textbook, copies: { ...copies, field: 'author' } })
    // @ts-expect-error a checkbox is too little to call listings similar
    defineCategory({ ...rental, similarBy: ['parking'] })
    // @ts-expect-error nextTerms needs a filter for terms, not for a length
    defineCategory({ ...rental, quickFilters: [{ nextTerms: 2, parameter: 'months' }] })
    expect(() => defineCategory({ ...rental })).not.toThrow()
  })
})
