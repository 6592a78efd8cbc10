import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import { categoryById } from '#categories/index.ts'
import { fieldErrors } from './errors.ts'
import { listingInput, mergeWithSaved } from './listing-input.ts'

const room = {
  title: 'Sunny room',
  house_type: 'House',
  address: '12 King St N',
  cost: '850',
  date_available: '2027-01-01',
  description: 'Quiet street',
  photos: ['/uploads/a.webp'],
}

const book = {
  book_title: 'Linear Algebra',
  author: 'S. Axler',
  year: '1',
  faculty: 'Math',
  price: 40,
  condition: 'Used',
  photos: '/uploads/a.webp',
}

const item = {
  title: 'Desk lamp',
  description: 'Works',
  price: 10,
  listing_type: 'Selling',
  photos: ['/uploads/a.webp'],
}

function inputErrors(schema: z.ZodType, body: unknown) {
  const { error } = schema.safeParse(body)
  return error ? fieldErrors(error) : {}
}

describe('listing input', () => {
  it('rejects bidirectional controls in titles only', () => {
    const message = 'Contains a hidden character that changes the direction of text'
    const spoofed = 'Lamp \u202Egnp.exe'
    expect(inputErrors(listingInput.misc, { ...item, title: spoofed })).toEqual({ title: message })
    expect(inputErrors(listingInput.textbook, { ...book, book_title: '\u2067x\u2069' })).toEqual({
      book_title: message,
    })
    expect(inputErrors(listingInput.misc, { ...item, description: spoofed })).toEqual({})
  })

  it('reports a title that is no text, whatever its toString', () => {
    const title = { toString: 1 }
    expect(inputErrors(listingInput.misc, { ...item, title })).toEqual({ title: 'Must be text' })
  })

  it('accepts a body without the optional fields', () => {
    expect(listingInput.rental.parse(room)).toEqual({
      ...room,
      cost: 850,
      num_beds: null,
      amenities: [],
      is_cost_per_room: false,
      is_utilities_included: false,
      is_sublet: false,
      is_shared: false,
      has_laundry: false,
      has_cooking: false,
      has_parking: false,
      no_smoking: false,
    })
    expect(listingInput.textbook.parse(book)).toEqual({
      ...book,
      year: 1,
      edition: null,
      course_code: null,
      description: null,
      photos: ['/uploads/a.webp'],
    })
    expect(listingInput.misc.parse(item)).toEqual({
      ...item,
      category: null,
      condition: null,
      event_date: null,
    })
  })

  it('reports all missing fields at once', () => {
    const required = 'Field required'
    const photos = 'Listing photos are required'
    expect(inputErrors(listingInput.rental, {})).toEqual({
      title: required,
      house_type: required,
      address: required,
      cost: required,
      date_available: required,
      description: required,
      photos,
    })
    expect(inputErrors(listingInput.textbook, {})).toEqual({
      book_title: required,
      author: required,
      year: required,
      faculty: required,
      price: required,
      condition: required,
      photos,
    })
    expect(inputErrors(listingInput.misc, {})).toEqual({
      title: required,
      description: required,
      price: required,
      listing_type: required,
      photos,
    })
  })

  it('reports all invalid fields at once', () => {
    const wrong = {
      ...room,
      cost: 'lots',
      is_shared: true,
      num_beds: '',
      amenities: [5],
      photos: 'x',
    }
    expect(inputErrors(listingInput.rental, wrong)).toEqual({
      cost: 'Must be a number',
      num_beds: 'Field required',
      amenities: 'Must be text',
      photos: 'Photos must be uploaded here or be http(s) links',
    })
  })

  it('requires the number of other rooms only when the place is shared', () => {
    expect(inputErrors(listingInput.rental, { ...room, is_shared: false })).toEqual({})
    expect(inputErrors(listingInput.rental, { ...room, is_shared: 'on' })).toEqual({
      num_beds: 'Field required',
    })
    expect(inputErrors(listingInput.rental, { ...room, is_shared: true, num_beds: 'x' })).toEqual({
      num_beds: 'Must be a number',
    })
    expect(inputErrors(listingInput.rental, { ...room, is_shared: true, num_beds: 0 })).toEqual({})
  })

  it('ignores an id, a seller and a date', () => {
    const extra = {
      id: 9,
      seller: 9,
      seller_id: 9,
      post_date: 'x',
      date_posted: 'x',
      photo_info: [],
    }
    const names = Object.keys(listingInput.rental.parse({ ...room, ...extra }))
    for (const name of Object.keys(extra)) expect(names).not.toContain(name)
  })

  it.each([undefined, null, 'x', 5, [], [room]])('rejects the body %j', (body) => {
    expect(listingInput.rental.safeParse(body).success).toBe(false)
  })

  it('has the types of its category', () => {
    type Room = z.infer<typeof listingInput.rental>
    expectTypeOf<Room['house_type']>().toEqualTypeOf<
      'Apartment' | 'House' | 'Bedroom' | 'Basement'
    >()
    expectTypeOf<Room['photos']>().toEqualTypeOf<string[]>()
    // @ts-expect-error a rental has no author
    expectTypeOf<Room['author']>().toBeUnknown()
  })
})

describe('update', () => {
  const { rental, textbook } = categoryById
  const savedRoom = listingInput.rental.parse({
    ...room,
    is_shared: true,
    num_beds: 3,
    has_parking: true,
    amenities: ['Furnished'],
  })
  const savedBook = listingInput.textbook.parse({ ...book, edition: '3rd', description: 'Clean' })

  const updateRoom = (body: unknown) => mergeWithSaved(rental, savedRoom, body)
  const updateBook = (body: unknown) => mergeWithSaved(textbook, savedBook, body)

  it('keeps the saved values of omitted optional fields', () => {
    expect(listingInput.rental.parse(updateRoom({ ...room, title: 'New title' }))).toEqual({
      ...savedRoom,
      title: 'New title',
    })
    expect(listingInput.textbook.parse(updateBook(book))).toEqual(savedBook)
  })

  it('clears optional fields given as null', () => {
    const body = { ...room, is_shared: null, num_beds: null, has_parking: null, amenities: null }
    expect(listingInput.rental.parse(updateRoom(body))).toMatchObject({
      is_shared: false,
      num_beds: null,
      has_parking: false,
      amenities: [],
    })
    const cleared = listingInput.textbook.parse(updateBook({ ...book, edition: null }))
    expect(cleared).toEqual({ ...savedBook, edition: null })
  })

  it('requires the required fields and photos', () => {
    expect(inputErrors(listingInput.textbook, updateBook({ edition: '4th' }))).toEqual({
      book_title: 'Field required',
      author: 'Field required',
      year: 'Field required',
      faculty: 'Field required',
      price: 'Field required',
      condition: 'Field required',
      photos: 'Listing photos are required',
    })
  })

  it('cannot clear a field that a saved checkbox makes required', () => {
    expect(inputErrors(listingInput.rental, updateRoom({ ...room, num_beds: null }))).toEqual({
      num_beds: 'Field required',
    })
  })

  it.each([undefined, null, 'x', 5])('rejects the body %j', (body) => {
    expect(listingInput.rental.safeParse(updateRoom(body)).success).toBe(false)
  })
})
