import { addDays } from '#categories/days.ts'
import type { HouseholdName } from '#categories/household.ts'
import { type AnyCategory, type CategoryId, categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { addCampusDays, campusIsoDate } from '#format/campus-date.ts'

export const photoUrl = 'https://photos.example/1.jpg'

/** A day that is ahead of the clock of the tests and of the real one. */
export const dayAhead = campusIsoDate(
  addCampusDays(Math.max(Date.now(), Date.UTC(2026, 10, 15)), 200),
)

/** Returns the photos that a body of this category may have. */
export const photosFor = (category: CategoryId, photos: string[]): string[] => {
  const { photos: rule }: AnyCategory = categoryById[category]
  return rule === 'none' ? [] : photos
}

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
  wanted: {
    title: 'Room wanted',
    move_in: dayAhead,
    budget: 900,
    place: 'Room',
    description: 'Quiet and tidy.',
    photos: [],
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

let things = 0

/** Returns the body of a new thing with its own title and photo, because the same thing can be posted only once. */
export function newInput(category: CategoryId): Record<string, unknown> {
  const { title } = categoryById[category].apiNames
  const input = listingInputs[category]
  const number = ++things
  return {
    ...input,
    [title]: `${input[title]} ${number}`,
    photos: photosFor(category, [`https://photos.example/${number}/1.jpg`]),
  }
}

/** A value in every field about who lives there. */
export const household: Pick<ListingInput<'rental'>, HouseholdName> = {
  housemates: 3,
  studies: 'Nursing and math, second year',
  atmosphere: 'Quiet',
  atmosphere_words: 'Quiet before exams',
  pets: 'Pets',
  pets_words: 'One old cat',
  guests: 'Now and then',
  guests_words: 'Weekends',
  cleaning: 'In turns',
  cleaning_words: 'On Sundays',
  smoking: 'Nobody smokes',
  languages: 'English, Tamil',
  kitchen: ['Vegetarian', 'Shared'],
  kitchen_words: 'We eat together',
}

/** Request bodies with a value in every field. */
export const completeInputs: { [Id in CategoryId]: ListingInput<Id> } = {
  rental: {
    title: 'Sunny half of a room',
    address: '14 King St N',
    cost: 425.5,
    is_cost_per_room: true,
    date_available: '2027-01-01',
    available_to: '2027-04-30',
    landlord_consent: 'Asked',
    minutes: { waterloo: { walk: 15, bus: 10 }, laurier: { walk: 5 } },
    deposit: 425.5,
    is_sublet: true,
    is_shared: true,
    num_beds: 4,
    people_in_bedroom: 2,
    house_type: 'Bedroom',
    is_utilities_included: true,
    has_laundry: true,
    has_cooking: true,
    has_parking: true,
    no_smoking: true,
    amenities: ['Furnished', 'Piano'],
    description: 'Close to both campuses.',
    ...household,
    photos: [photoUrl],
  },
  wanted: {
    title: 'Two quiet students looking for a place',
    move_in: dayAhead,
    move_out: addDays(dayAhead, 120),
    budget: 1800.5,
    people: 2,
    place: 'Whole place',
    area: 'Uptown',
    near: 'waterloo-20',
    description: 'We cook a lot and are tidy.',
    ...household,
    photos: [],
  },
  textbook: {
    listing_type: 'Wanting',
    isbn: '9781285741550',
    book_title: 'Calculus: Early Transcendentals',
    author: 'James Stewart',
    edition: '8th',
    course_codes: ['MATH 137', 'MATH 138'],
    faculty: 'Math',
    year: 1,
    condition: 'Like New',
    price: 60.25,
    new_price: 165,
    description: 'Notes are welcome.',
    photos: [photoUrl],
  },
  misc: {
    title: 'Desk lamp, yours after the poetry slam',
    listing_type: 'Selling',
    price: 0,
    is_free: true,
    category: 'Events',
    condition: 'New',
    event_date: campusIsoDate(addCampusDays(Date.now(), 30)),
    description: 'Bright. Come and see it.',
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
