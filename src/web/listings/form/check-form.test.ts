import { describe, expect, it } from 'vitest'
import { categories, categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { checkForm, firstWrong } from './check-form.ts'
import { fieldRows } from './field-rows.ts'
import { blankValues, isSame, valuesOfListing } from './form-values.ts'

const { misc, rental, textbook } = categoryById
const photos = ['/uploads/0123456789abcdef0123456789abcdef.webp']

const room = {
  ...blankValues(rental),
  title: 'Room',
  house_type: 'Bedroom',
  address: '12 King St N',
  cost: '850.50',
  date_available: '2027-01-01',
  description: 'Bright',
}

describe('a filled-in form', () => {
  it('names every wrong field at once', () => {
    expect(checkForm(misc, blankValues(misc), []).errors).toEqual({
      title: 'Field required',
      listing_type: 'Field required',
      price: 'Field required',
      description: 'Field required',
      photos: 'Listing photos are required',
    })
  })

  it('says that letters are no number', () => {
    expect(checkForm(rental, { ...room, cost: 'cheap' }, photos).errors).toEqual({
      cost: 'Must be a number',
    })
  })

  it('sends numbers for what was typed, and null for what was left blank', () => {
    expect(checkForm(rental, room, photos).body).toMatchObject({
      cost: 850.5,
      num_beds: null,
      is_shared: false,
      amenities: [],
      photos,
    })
  })

  it('asks for the other rooms of a shared place', () => {
    const shared = { ...room, is_shared: true }
    expect(checkForm(rental, shared, photos).errors).toEqual({ num_beds: 'Field required' })
    expect(checkForm(rental, { ...shared, num_beds: '3' }, photos).body).toMatchObject({
      num_beds: 3,
    })
  })

  it('begins with the photos, then follows the order of the form', () => {
    const errors = { description: '', price: '' }
    expect(firstWrong(misc, errors)).toBe('price')
    expect(firstWrong(misc, { ...errors, photos: '' })).toBe('photos')
    expect(firstWrong(misc, {})).toBeUndefined()
  })
})

describe('a saved listing', () => {
  const saved = {
    book_title: 'Calculus',
    author: 'Stewart',
    edition: null,
    course_code: 'MATH 137',
    faculty: 'Math',
    year: 1,
    condition: 'Used',
    price: 40,
    description: null,
  }

  it('fills the form, and comes out of it unchanged', () => {
    const values = valuesOfListing(textbook, saved as unknown as Listing)
    expect(values).toMatchObject({ book_title: 'Calculus', edition: '', year: '1', price: '40' })
    expect(checkForm(textbook, values, photos).body).toEqual({ ...saved, photos })
    expect(isSame(values, valuesOfListing(textbook, saved as unknown as Listing))).toBe(true)
  })
})

describe('the rows of the form', () => {
  it('put short fields two by two and neighbouring checkboxes together', () => {
    expect(fieldRows(textbook).map(({ names }) => names.join())).toEqual([
      'book_title',
      'author,edition',
      'course_code,faculty',
      'year,condition',
      'price',
      'description',
    ])
    expect(fieldRows(rental).filter(({ kind }) => kind === 'checkboxes')).toHaveLength(2)
  })

  it.each(categories)('ask for every field of $id, in its order', (category) => {
    expect(fieldRows(category).flatMap(({ names }) => names)).toEqual(Object.keys(category.fields))
  })
})
