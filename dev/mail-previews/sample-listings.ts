import { type CategoryId, categoryById } from '#categories/index.ts'
import { readDetails } from '#categories/stored-listing.ts'
import type { Listing } from '#contract/listing.ts'
import { dayMs } from '#server/durations.ts'

/** The drawings of the sample listings. A photo's hash is the index of its drawing. */
const drawings = ['sunny-room-hickory-1', 'calculus-1', 'bike-1', 'desk-1', 'two-bed-columbia-1']

const hashOf = (index: number) => String(index).padStart(32, '0')

const photoPath = /\/api\/uploads\/0*(\d+)-320\.webp$/

/** Returns the drawing file for the URL of a sample's photo. */
export function findDrawing(url: string): string | undefined {
  const name = drawings[Number(photoPath.exec(url)?.[1])]
  return name && `demo/photos/${name}.svg`
}

interface SampleValues {
  title: string
  price: number
  /** The index of the drawing. A listing without one has no photo. */
  drawing?: number
  /** The fields that emails show. */
  details?: Record<string, unknown>
}

function sample<Id extends CategoryId>(
  category: Id,
  id: number,
  { title, price, drawing, details = {} }: SampleValues,
  now: number,
) {
  const url = `/uploads/${hashOf(drawing ?? 0)}.webp`
  const photo = { storedUrl: url, url, preview: '', width: 1024, height: 768 }
  return {
    category,
    id,
    title,
    price,
    description: null,
    details: readDetails(categoryById[category], details),
    status: 'available',
    photos: drawing === undefined ? [] : [photo],
    postedAt: new Date(now - 10 * dayMs).toISOString(),
    updatedAt: new Date(now - 10 * dayMs).toISOString(),
    endsAt: new Date(now + 5 * dayMs).toISOString(),
    renewedAt: null,
    seller: { id: 2, name: 'Liam Tremblay' },
    previousPrice: null,
  } as unknown as Listing<Id>
}

/** Returns one listing of each kind that emails show, as of `now`. */
export const sampleListings = (now: number) => ({
  room: sample(
    'rental',
    11,
    {
      drawing: 0,
      title: 'Sunny room near the park',
      price: 720,
      details: { address: '45 Hickory St W' },
    },
    now,
  ),
  apartment: sample(
    'rental',
    12,
    {
      drawing: 4,
      title:
        'Whole two-bedroom apartment with balcony, laundry and a parking spot, five minutes from both campuses',
      price: 1850,
      details: { address: '128 Columbia St W, Unit 1204' },
    },
    now,
  ),
  request: sample(
    'wanted',
    16,
    {
      title: 'Quiet third-year looking for a room',
      price: 900,
      details: { move_in: '2027-01-01', move_out: '2027-04-30', place: 'Room', people: 1 },
    },
    now,
  ),
  book: sample(
    'textbook',
    13,
    {
      drawing: 1,
      title: 'Calculus: Early Transcendentals',
      price: 45,
      details: { author: 'James Stewart', condition: 'Like New', course_codes: ['MATH 137'] },
    },
    now,
  ),
  bike: sample(
    'misc',
    14,
    { drawing: 2, title: 'City bike', price: 140, details: { listing_type: 'Selling' } },
    now,
  ),
  lamp: sample(
    'misc',
    15,
    { title: 'Floor lamp', price: 15, details: { listing_type: 'Selling' } },
    now,
  ),
})

export type SampleListings = ReturnType<typeof sampleListings>
