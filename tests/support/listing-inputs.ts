import type { CategoryId } from '#categories/index.ts'

export const photoUrl = 'https://photos.example/1.jpg'

/** Request bodies with the required fields only. */
export const listingInputs: Record<CategoryId, Record<string, unknown>> = {
  rental: {
    title: 'Sunny room',
    address: '12 King St N',
    cost: 650,
    date_available: '2027-01-01',
    house_type: 'House',
    description: 'Close to campus.',
    photos: [photoUrl],
  },
  textbook: {
    book_title: 'Calculus',
    author: 'Stewart',
    price: 40,
    condition: 'Used',
    faculty: 'Math',
    year: 1,
    photos: [photoUrl],
  },
  misc: {
    title: 'Desk lamp',
    price: 15,
    description: 'Bright.',
    listing_type: 'Selling',
    photos: [photoUrl],
  },
}

export const invalidIds = [
  'abc',
  '1e3',
  '-1',
  '01',
  '0',
  '1.0',
  '+1',
  '99999999999999999999',
  '%20',
  '1%00',
]
