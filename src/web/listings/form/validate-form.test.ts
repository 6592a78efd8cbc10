import { describe, expect, it } from 'vitest'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import { fieldRows } from './field-rows.ts'
import { emptyValues, type FormValues, toFormValues } from './form-values.ts'
import { validateForm } from './validate-form.ts'

const { misc, rental, textbook } = categoryById
const photos = ['/uploads/0123456789abcdef0123456789abcdef.webp']

const room = {
  ...emptyValues(rental),
  photos,
  title: 'Room',
  house_type: 'Bedroom',
  address: '12 King St N',
  cost: '850.50',
  date_available: '2027-01-01',
  description: 'Bright',
}

const messages = (category: AnyCategory, values: FormValues) => {
  const { errors } = validateForm(category, values)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

describe('validateForm', () => {
  it('reports every invalid field', () => {
    expect(messages(misc, emptyValues(misc))).toEqual({
      title: 'Field required',
      listing_type: 'Field required',
      price: 'Field required',
      description: 'Field required',
      photos: 'Listing photos are required',
    })
  })

  it('rejects letters in a number field', () => {
    expect(messages(rental, { ...room, cost: 'cheap' })).toEqual({ cost: 'Must be a number' })
  })

  it('converts typed text to numbers and blank fields to null', () => {
    expect(validateForm(rental, room).values).toMatchObject({
      cost: 850.5,
      num_beds: null,
      is_shared: false,
      amenities: [],
      photos,
    })
  })

  it('requires the number of rooms of a shared place', () => {
    const shared = { ...room, is_shared: true }
    expect(messages(rental, shared)).toEqual({ num_beds: 'Field required' })
    expect(validateForm(rental, { ...shared, num_beds: '3' }).values).toMatchObject({ num_beds: 3 })
  })

  it('reports an invalid item as an error of its list', () => {
    const values = { ...room, amenities: ['Gym', 'x'.repeat(41)] }
    expect(messages(rental, values)).toEqual({ amenities: 'Must be at most 40 characters' })
  })

  it('accepts photos that are still uploading, and sends only uploaded ones', () => {
    expect(messages(rental, { ...room, photos: ['blob:a'] })).toEqual({})
    expect(validateForm(rental, { ...room, photos: ['blob:a', ...photos] }).values).toMatchObject({
      photos,
    })
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
    photos,
  }

  it('round-trips a saved listing', () => {
    const values = toFormValues(textbook, saved)
    expect(values).toMatchObject({ book_title: 'Calculus', edition: '', year: '1', price: '40' })
    expect(validateForm(textbook, values).values).toEqual(saved)
  })

  it('has the order of the form, in which the first invalid field is focused', () => {
    expect(Object.keys(emptyValues(misc))).toEqual(['photos', ...Object.keys(misc.fields)])
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
