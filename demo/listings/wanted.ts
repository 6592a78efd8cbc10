import { addDays } from '#categories/days.ts'
import type { SampleOf } from '../demo-listing.ts'
import { periodDays } from './rentals.ts'

type Request = SampleOf<'wanted'>

interface RequestSample extends Pick<Request, 'seller' | 'daysAgo'> {
  period: Parameters<typeof periodDays>[1]
  body: Omit<Request['body'], 'move_in' | 'move_out'>
}

/** Returns the sample housing requests. The students move in after today. */
export const requests = (today: string): Request[] =>
  samples.map(({ period, body, ...sample }) => {
    // A term may begin tomorrow. A request is still listed then.
    const { first, last } = periodDays(addDays(today, 2), period)
    return { ...sample, photos: [], body: { ...body, move_in: first, move_out: last } }
  })

const samples: RequestSample[] = [
  {
    seller: 'sofia',
    daysAgo: 0.8,
    period: { term: 0, terms: 1 },
    body: {
      title: 'Quiet third-year looking for a room',
      budget: 900,
      people: 1,
      place: 'Room',
      area: 'Close to campus',
      near: 'waterloo-20',
      description:
        'I study biology, cook most evenings and go to bed early. A desk and decent internet are all I need.',
      studies: 'Biology, third year',
      atmosphere: 'Quiet',
      atmosphere_words: 'I go to bed early',
      pets: 'No pets',
      kitchen: ['Vegetarian'],
    },
  },
  {
    seller: 'liam',
    daysAgo: 2.7,
    period: { term: 0, terms: 2 },
    body: {
      title: 'Two friends after a two-bedroom place',
      budget: 2200,
      people: 2,
      place: 'Whole place',
      area: 'Uptown',
      description:
        'We are both in second year, tidy and away on most weekends. We bring our own furniture.',
    },
  },
  {
    seller: 'kwame',
    daysAgo: 5.9,
    period: { inDays: 40 },
    body: {
      title: 'Grad student needs a place for a year or more',
      budget: 1400,
      people: 1,
      place: 'Either',
      area: null,
      description: 'Quiet, no pets, references from my last landlord. Parking would be great.',
      atmosphere: 'Quiet',
      smoking: 'Nobody smokes',
      languages: 'English and Twi',
    },
  },
  {
    seller: 'priya',
    daysAgo: 8.8,
    period: { term: 1, terms: 1 },
    body: {
      title: 'Co-op student looking for a summer room',
      budget: 750,
      people: 1,
      place: 'Room',
      area: 'On a bus line',
      near: 'laurier-30-bus',
      description: 'My co-op is downtown. I am out all day and happy to share chores.',
    },
  },
]
