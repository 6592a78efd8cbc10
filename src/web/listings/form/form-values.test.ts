import { describe, expect, it } from 'vitest'
import { splitHousehold } from '#categories/household.ts'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { fieldRows } from './form-fields.tsx'
import {
  emptyValues,
  type FormValues,
  listingValues,
  offerNames,
  toFormValues,
  validateForm,
  withoutUnknownOffers,
} from './form-values.ts'

stayOnBuiltInCampus()

const { misc, rental, textbook, wanted } = categoryById

it('has an ISBN with the hyphens that are known', () => {
  const isbn = '9781285741550'
  const isbn_hyphenated = '978-1-285-74155-0'
  expect(toFormValues(textbook, { isbn, isbn_hyphenated }).isbn).toBe(isbn_hyphenated)
  expect(toFormValues(textbook, { isbn, isbn_hyphenated: null }).isbn).toBe(isbn)
  expect(toFormValues(textbook, {}).isbn).toBe('')
})

it('keeps open what a listing does not say', () => {
  const saved = { has_laundry: true, has_cooking: false, has_parking: null, is_sublet: null }
  expect(toFormValues(rental, saved)).toMatchObject({
    has_laundry: 'true',
    has_cooking: 'false',
    has_parking: '',
    is_sublet: '',
  })
  expect(toFormValues(rental, {})).toMatchObject({ has_parking: '', is_sublet: false })
})

it('has the minutes to every campus as texts, and keeps those of a campus that was removed', () => {
  const minutes = { laurier: { walk: 15 }, former: { bus: 5 } }
  const values = toFormValues(rental, { minutes })
  expect(values.minutes).toEqual({
    waterloo: { walk: '', bus: '' },
    laurier: { walk: '15', bus: '' },
    former: { walk: '', bus: '5' },
  })
  expect(toFormValues(rental, values).minutes).toEqual(values.minutes)
  const { values: body } = validateForm(rental, { ...room, minutes: values.minutes ?? '' })
  expect(body).toMatchObject({ minutes })
})

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
      price: 'Field required',
      description: 'Field required',
      photos: 'Listing photos are required',
    })
  })

  it('rejects letters in a number field', () => {
    expect(messages(rental, { ...room, cost: 'cheap' })).toEqual({ cost: 'Must be a number' })
  })

  it('posts a rental with nothing but what is required', () => {
    expect(messages(rental, room)).toEqual({})
    expect(validateForm(rental, room).values).toMatchObject({ is_sublet: false, is_shared: false })
  })

  it('asks for no photo of what is wanted', () => {
    const lamp = { ...emptyValues(misc), title: 'Lamp', price: '5', description: 'Any.' }
    expect(messages(misc, lamp)).toEqual({ photos: 'Listing photos are required' })
    expect(messages(misc, { ...lamp, listing_type: 'Wanting' })).toEqual({})
  })

  it('points out a wrong ISBN, and an end before the beginning', () => {
    const { isbn } = messages(textbook, { ...emptyValues(textbook), isbn: '978-1-285-74155-1' })
    expect(isbn).toBe('Check the last digit: this is not a valid ISBN.')
    expect(messages(rental, { ...room, available_to: '2026-12-31' })).toEqual({
      available_to: "Must be after the day it's available",
    })
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
    listing_type: 'Wanting',
    isbn: '9781285741550',
    book_title: 'Calculus',
    author: 'Stewart',
    edition: null,
    course_codes: ['MATH 137', 'MATH 138'],
    faculty: 'Math',
    year: 1,
    condition: 'Used',
    price: 40,
    new_price: 120.5,
    description: null,
    photos,
  }

  it('round-trips a saved listing', () => {
    const values = toFormValues(textbook, saved)
    expect(values).toMatchObject({
      course_codes: 'MATH 137, MATH 138',
      edition: '',
      year: '1',
      price: '40',
    })
    const noOffers = { price_is_firm: false, lowest_offer: null, decline_text: null }
    expect(validateForm(textbook, values).values).toEqual({ ...saved, ...noOffers })
  })

  it('starts with defaults, also for a listing that is older than the field', () => {
    expect(emptyValues(textbook)).toMatchObject({ listing_type: 'Selling', faculty: '' })
    const older = { ...saved, listing_type: null, course_codes: undefined, course_code: 'CS 246' }
    expect(toFormValues(textbook, older)).toMatchObject({
      listing_type: 'Selling',
      course_codes: 'CS 246',
    })
  })

  it('has the order of the form, in which the first invalid field is focused', () => {
    const names = ['photos', ...Object.keys(misc.fields), ...offerNames]
    expect(Object.keys(emptyValues(misc))).toEqual(names)
  })
})

describe('offers', () => {
  const lamp = sampleListing('misc')
  const offers = { isFirm: true, lowest: 30, declineText: 'Too low' }

  it('of a saved listing are in its form', () => {
    expect(listingValues({ ...lamp, offers })).toMatchObject({
      price_is_firm: true,
      lowest_offer: '30',
      decline_text: 'Too low',
    })
  })

  it('that the form does not know are not saved', () => {
    const input = { title: 'Lamp', price_is_firm: false, lowest_offer: null, decline_text: null }
    expect(withoutUnknownOffers(lamp, input as never)).toEqual({ title: 'Lamp' })
    for (const known of [undefined, { ...lamp, offers }]) {
      expect(withoutUnknownOffers(known, input as never)).toEqual(input)
    }
  })

  it('are not asked for where nobody sells', () => {
    expect(emptyValues(wanted)).not.toHaveProperty('lowest_offer')
  })
})

describe('fieldRows', () => {
  it('pairs short fields and groups adjacent questions', () => {
    expect(fieldRows(textbook).map(({ names }) => names.join())).toEqual([
      'listing_type,isbn',
      'book_title',
      'author,edition',
      'course_codes',
      'faculty,year',
      'condition',
      'price,new_price',
      'description',
    ])
    // A lease hides two of these four.
    expect(fieldRows(rental).map(({ names }) => names.join())).toContain(
      'date_available,available_to,landlord_consent,deposit',
    )
    const groups = fieldRows(rental).filter(({ kind }) => kind === 'questions')
    expect(groups.map(({ group, names }) => [group, names.length])).toEqual([
      ['Included', 4],
      ['Rules', 1],
    ])
  })

  it.each<AnyCategory>(categories)('includes every field of $id in its order', (category) => {
    const names = Object.keys(category.fields).filter((name) => name !== category.freeWhen)
    // The facts about the household are in a group at the end.
    const grouped = splitHousehold(category).household.map(([name]) => name)
    const rows = fieldRows(category).flatMap((row) => row.names)
    expect([...rows, ...grouped]).toEqual(names)
  })
})
