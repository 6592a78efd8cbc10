import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { householdFields } from '#categories/household.ts'
import { type CategoryId, categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { fieldErrors } from './errors.ts'
import { sortOrdersOf } from './list-parameters.ts'
import { fromInput } from './listing.ts'
import { listingInput, mergeWithSaved } from './listing-input.ts'

stayOnBuiltInCampus()

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
  it('rejects bidirectional controls everywhere but in descriptions', () => {
    const message = 'Contains a hidden character that changes the direction of text'
    const spoofed = 'Lamp \u202Egnp.exe'
    expect(inputErrors(listingInput.misc, { ...item, title: spoofed })).toEqual({ title: message })
    expect(inputErrors(listingInput.textbook, { ...book, book_title: '\u2067x\u2069' })).toEqual({
      book_title: message,
    })
    const names = { author: spoofed, edition: spoofed, course_codes: ['MATH 135', spoofed] }
    expect(inputErrors(listingInput.textbook, { ...book, ...names })).toEqual({
      author: message,
      edition: message,
      course_codes: message,
    })
    expect(inputErrors(listingInput.textbook, { ...book, course_code: spoofed })).toEqual({
      course_codes: message,
    })
    const place = { address: spoofed, amenities: ['Gym', spoofed] }
    expect(inputErrors(listingInput.rental, { ...room, ...place })).toEqual({
      address: message,
      amenities: message,
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
      people_in_bedroom: 1,
      available_to: null,
      minutes: {},
      deposit: null,
      landlord_consent: null,
      amenities: [],
      is_cost_per_room: null,
      is_utilities_included: null,
      is_sublet: null,
      is_shared: null,
      has_laundry: null,
      has_cooking: null,
      has_parking: null,
      no_smoking: null,
      ...Object.fromEntries(Object.keys(householdFields).map((name) => [name, null])),
      kitchen: [],
    })
    expect(listingInput.textbook.parse(book)).toEqual({
      ...book,
      year: 1,
      listing_type: 'Selling',
      isbn: null,
      edition: null,
      course_codes: [],
      new_price: null,
      description: null,
      photos: ['/uploads/a.webp'],
    })
    expect(listingInput.misc.parse(item)).toEqual({
      ...item,
      category: null,
      is_free: null,
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

  it('requires photos of what is offered, not of what is wanted', () => {
    const photos = 'Listing photos are required'
    const { photos: _, ...wantedItem } = { ...item, listing_type: 'Wanting' }
    const { photos: __, ...wantedBook } = { ...book, listing_type: 'wanting' }
    expect(listingInput.misc.parse(wantedItem)).toMatchObject({ photos: [] })
    expect(listingInput.textbook.parse(wantedBook)).toMatchObject({ photos: [] })
    for (const none of [undefined, null, [], '']) {
      expect(inputErrors(listingInput.misc, { ...item, photos: none })).toEqual({ photos })
      expect(inputErrors(listingInput.textbook, { ...book, photos: none })).toEqual({ photos })
      expect(inputErrors(listingInput.rental, { ...room, photos: none })).toEqual({ photos })
    }
    expect(inputErrors(listingInput.misc, { ...wantedItem, photos: ['x'] })).toHaveProperty(
      'photos',
    )
  })

  it('rejects a price of what is free', () => {
    const errors = (changes: object) => inputErrors(listingInput.misc, { ...item, ...changes })
    const message = 'Free means a price of 0. Untick Free to set a price.'
    expect(errors({ is_free: true, price: 0 })).toEqual({})
    expect(errors({ is_free: 'on', price: '0' })).toEqual({})
    expect(errors({ is_free: false, price: 5 })).toEqual({})
    expect(errors({ is_free: true, price: 0.01 })).toEqual({ price: message })
    expect(errors({ is_free: 'on', price: '$5' })).toEqual({ price: message })
    expect(errors({ is_free: true, price: null })).toEqual({ price: 'Field required' })
    expect(errors({ is_free: true, price: 'x' })).toEqual({ price: 'Must be a number' })
  })

  it('refuses photos and an early end of a housing request, in its own words', () => {
    const errors = (changes: object) =>
      inputErrors(listingInput.wanted, { ...listingInputs.wanted, ...changes })
    expect(errors({})).toEqual({})
    expect(errors({ photos: ['/uploads/a.webp'] })).toEqual({
      photos: "Housing requests can't have photos",
    })
    expect(errors({ move_in: '2027-01-02', move_out: '2027-01-02' })).toEqual({
      move_out: 'Must be after the day you move in',
    })
    expect(sortOrdersOf(categoryById.wanted).at(-1)?.label).toBe('Soonest move-in')
  })

  it('rejects an end that is not after the beginning, or too far from it', () => {
    const errors = (date_available: unknown, available_to: unknown) =>
      inputErrors(listingInput.rental, { ...room, date_available, available_to })
    const after = { available_to: "Must be after the day it's available" }
    const near = { available_to: 'Must be at most 24 months later' }
    for (const none of [undefined, null, '']) expect(errors('2027-01-01', none)).toEqual({})
    expect(errors('2027-01-01', '2027-01-02')).toEqual({})
    expect(errors('2027-01-01', '2029-01-01')).toEqual({})
    expect(errors('2027-01-01', '2029-01-02')).toEqual(near)
    expect(errors('2028-02-29', '2030-02-28')).toEqual({})
    expect(errors('2028-02-29', '2030-03-01')).toEqual(near)
    expect(errors('2027-01-01', '2027-01-01')).toEqual(after)
    expect(errors('2027-01-01', '2026-12-31')).toEqual(after)
    expect(errors(' 2027-01-01 ', ' 2026-12-31 ')).toEqual(after)
    const noDay = 'Must be a real date, like 2027-01-31'
    expect(errors('2027-01-01', '2027-02-30')).toEqual({ available_to: noDay })
    expect(errors('2027-02-30', '2026-01-01')).toEqual({ date_available: noDay })
    expect(errors(null, '2026-01-01')).toEqual({ date_available: 'Field required' })
  })

  it('takes the first code for the whole list, where there is no list', () => {
    const codesOf = (body: object) => listingInput.textbook.parse({ ...book, ...body }).course_codes
    expect(codesOf({ course_code: 'math135' })).toEqual(['MATH 135'])
    expect(codesOf({ course_code: 'math135', course_codes: ['cs136'] })).toEqual(['CS 136'])
    expect(codesOf({ course_code: 'math135', course_codes: null })).toEqual([])
    for (const none of [null, '']) expect(codesOf({ course_code: none })).toEqual([])
    expect(listingInput.textbook.parse({ ...book, course_code: 'a' })).not.toHaveProperty(
      'course_code',
    )
    for (const wrong of [5, {}, [['a']], 'x'.repeat(21)]) {
      expect(inputErrors(listingInput.textbook, { ...book, course_code: wrong })).toHaveProperty(
        'course_codes',
      )
    }
    // @ts-expect-error the parsed input has only the list
    expect(listingInput.textbook.parse(book).course_code).toBeUndefined()
  })

  it('documents both names of the codes', () => {
    const schema = z.toJSONSchema(listingInput.textbook, { io: 'input', unrepresentable: 'any' })
    expect(schema.properties).toMatchObject({
      course_codes: { type: 'array' },
      course_code: { description: 'One code, in place of `course_codes`.' },
    })
    expect(schema.required).not.toContain('course_code')
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

/** Returns the listing that saving this input gives. */
function asSaved(category: CategoryId, input: ListingInput) {
  const { photos, ...content } = fromInput(category, input)
  const noInfo = { width: null, height: null, preview: null }
  return { ...content, photos: photos.map((url) => ({ storedUrl: url, url, ...noInfo })) }
}

describe('update', () => {
  const savedRoom = listingInput.rental.parse({
    ...room,
    is_shared: true,
    num_beds: 3,
    has_parking: true,
    amenities: ['Furnished'],
  })
  const savedBook = listingInput.textbook.parse({ ...book, edition: '3rd', description: 'Clean' })

  const updateRoom = (body: unknown) => mergeWithSaved(asSaved('rental', savedRoom), body)
  const updateBook = (body: unknown) => mergeWithSaved(asSaved('textbook', savedBook), body)

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
      is_shared: null,
      num_beds: null,
      has_parking: null,
      amenities: [],
    })
    const cleared = listingInput.textbook.parse(updateBook({ ...book, edition: null }))
    expect(cleared).toEqual({ ...savedBook, edition: null })
  })

  it('keeps the codes unless either name is given', () => {
    const saved = listingInput.textbook.parse({ ...book, course_codes: 'math135, math137' })
    const update = (body: object) =>
      listingInput.textbook.parse(mergeWithSaved(asSaved('textbook', saved), { ...book, ...body }))
        .course_codes
    expect(update({})).toEqual(['MATH 135', 'MATH 137'])
    expect(update({ course_code: 'cs136' })).toEqual(['CS 136'])
    expect(update({ course_codes: ['cs136', 'cs246'] })).toEqual(['CS 136', 'CS 246'])
    expect(update({ course_codes: ['cs136'], course_code: 'math135' })).toEqual(['CS 136'])
    for (const none of [null, []]) expect(update({ course_codes: none })).toEqual([])
    expect(update({ course_code: null })).toEqual([])
  })

  it('keeps the photos of what is wanted, and needs them of what is offered', () => {
    const saved = listingInput.misc.parse({ ...item, listing_type: 'Wanting' })
    const { photos: _, ...withoutPhotos } = item
    const update = (body: object) =>
      mergeWithSaved(asSaved('misc', saved), { ...withoutPhotos, ...body })
    for (const listing_type of ['Wanting', 'wanting']) {
      const kept = listingInput.misc.parse(update({ listing_type }))
      expect(kept.photos).toEqual(item.photos)
      expect(listingInput.misc.parse(update({ listing_type, photos: [] })).photos).toEqual([])
    }
    expect(inputErrors(listingInput.misc, update({ listing_type: 'Selling' }))).toEqual({
      photos: 'Listing photos are required',
    })
  })

  it('checks what is given against what was saved', () => {
    const saved = listingInput.rental.parse({ ...room, available_to: '2027-04-30' })
    const body = { ...room, date_available: '2027-05-01' }
    expect(
      inputErrors(listingInput.rental, mergeWithSaved(asSaved('rental', saved), body)),
    ).toEqual({
      available_to: "Must be after the day it's available",
    })
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
