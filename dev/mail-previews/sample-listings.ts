import { type CategoryId, categoryById } from '#categories/index.ts'
import { emptyValue } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'
import { dayMs } from '#server/durations.ts'

/** The drawings of sample listings, by the hash in the address of a photo. */
const drawings = ['sunny-room-hickory-1', 'calculus-1', 'bike-1', 'desk-1', 'two-bed-columbia-1']

const hashOf = (index: number) => String(index).padStart(32, '0')

const photoPath = /\/api\/uploads\/0*(\d+)-320\.webp$/

/** The file of a photo in a sample, by its URL there. */
export function findDrawing(url: string): string | undefined {
  const name = drawings[Number(photoPath.exec(url)?.[1])]
  return name && `demo/photos/${name}.svg`
}

interface SampleValues {
  /** A drawing; without one it has no photo. */
  drawing?: number
  /** The fields that mails show. */
  values: Record<string, unknown>
}

function sample<Id extends CategoryId>(
  categoryId: Id,
  id: number,
  { drawing, values }: SampleValues,
  now: number,
) {
  const category = categoryById[categoryId]
  const fields = Object.entries(category.fields)
  const photo = { url: `/uploads/${hashOf(drawing ?? 0)}.webp`, preview: '' }
  const listing = {
    ...Object.fromEntries(fields.map(([name, field]) => [name, emptyValue(field)])),
    ...values,
    id,
    status: 'available',
    photos: [],
    photo_info: drawing === undefined ? [] : [{ ...photo, width: 1024, height: 768 }],
    ends_at: new Date(now + 5 * dayMs).toISOString(),
    seller: { id: 2, name: 'Liam Tremblay' },
    was_price: null,
  } as unknown as Listing<Id>
  return { category, listing }
}

/** One of each kind that mails show, as of `now`. */
export const sampleListings = (now: number) => ({
  room: sample(
    'rental',
    11,
    {
      drawing: 0,
      values: { title: 'Sunny room near the park', address: '45 Hickory St W', cost: 720 },
    },
    now,
  ),
  apartment: sample(
    'rental',
    12,
    {
      drawing: 4,
      values: {
        title:
          'Whole two-bedroom apartment with balcony, laundry and a parking spot, five minutes from both campuses',
        address: '128 Columbia St W, Unit 1204',
        cost: 1850,
      },
    },
    now,
  ),
  book: sample(
    'textbook',
    13,
    {
      drawing: 1,
      values: {
        book_title: 'Calculus: Early Transcendentals',
        author: 'James Stewart',
        price: 45,
        condition: 'Like New',
        course_codes: ['MATH 137'],
      },
    },
    now,
  ),
  bike: sample(
    'misc',
    14,
    { drawing: 2, values: { title: 'City bike', price: 140, listing_type: 'Selling' } },
    now,
  ),
  lamp: sample(
    'misc',
    15,
    { values: { title: 'Floor lamp', price: 15, listing_type: 'Selling' } },
    now,
  ),
})

export type SampleListings = ReturnType<typeof sampleListings>
