import { describe, expect, it } from 'vitest'
import { categories, categoryById } from '#categories/index.ts'
import { fieldRows } from './field-rows.ts'
import { emptyValues, isEqual, toFormValues } from './form-values.ts'
import { firstInvalidField, validateForm } from './validate-form.ts'

const { misc, rental, textbook } = categoryById
const photos = ['/uploads/0123456789abcdef0123456789abcdef.webp']

const room = {
  ...emptyValues(rental),
  title: 'Room',
  house_type: 'Bedroom',
  address: '12 King St N',
  cost: '850.50',
  date_available: '2027-01-01',
  description: 'Bright',
}

describe('validateForm', () => {
  it('reports every invalid field', () => {
    expect(validateForm(misc, emptyValues(misc), []).errors).toEqual({
      title: 'Field required',
      listing_type: 'Field required',
      price: 'Field required',
      description: 'Field required',
      photos: 'Listing photos are required',
    })
  })

  it('rejects letters in a number field', () => {
    expect(validateForm(rental, { ...room, cost: 'cheap' }, photos).errors).toEqual({
      cost: 'Must be a number',
    })
  })

  it('converts typed text to numbers and blank fields to null', () => {
    expect(validateForm(rental, room, photos).body).toMatchObject({
      cost: 850.5,
      num_beds: null,
      is_shared: false,
      amenities: [],
      photos,
    })
  })

  it('requires the number of rooms of a shared place', () => {
    const shared = { ...room, is_shared: true }
    expect(validateForm(rental, shared, photos).errors).toEqual({ num_beds: 'Field required' })
    expect(validateForm(rental, { ...shared, num_beds: '3' }, photos).body).toMatchObject({
      num_beds: 3,
    })
  })

  it('finds the first invalid field: photos, then the order of the form', () => {
    const errors = { description: '', price: '' }
    expect(firstInvalidField(misc, errors)).toBe('price')
    expect(firstInvalidField(misc, { ...errors, photos: '' })).toBe('photos')
    expect(firstInvalidField(misc, {})).toBeUndefined()
  })
})

describe('toFormValues', () => {
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

  it('round-trips a saved listing', () => {
    const values = toFormValues(textbook, saved)
    expect(values).toMatchObject({ book_title: 'Calculus', edition: '', year: '1', price: '40' })
    expect(validateForm(textbook, values, photos).body).toEqual({ ...saved, photos })
    expect(isEqual(values, toFormValues(textbook, saved))).toBe(true)
  })
})

describe('fieldRows', () => {
  it('pairs short fields and groups adjacent checkboxes', () => {
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

  it.each(categories)('includes every field of $id in its order', (category) => {
    expect(fieldRows(category).flatMap(({ names }) => names)).toEqual(Object.keys(category.fields))
  })
})
