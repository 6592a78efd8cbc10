import { createListing, type Student, signUp, uploadPhotos } from '../support/seed-through-api.ts'

export interface Seed {
  ada: Student
  bob: Student
  photos: string[]
  /** Ada's listing with several photos, long texts and every amenity. */
  houseId: number
  textbookId: number
  lampId: number
}

/** The number of rentals. They fill more than one page. */
export const rentalCount = 30

export async function seedSite(url: string): Promise<Seed> {
  const ada = await signUp(url, 'Ada', 'Lovelace')
  const bob = await signUp(url, 'Bob', 'Stone')
  const photos = await uploadPhotos(url, ada, 4)
  const cover = photos.slice(0, 1)
  for (let number = 1; number < rentalCount; number++) {
    await createListing(url, ada, 'rental', {
      title: `Room ${number}`,
      cost: 500 + 10 * number,
      num_beds: (number % 5) + 1,
      is_sublet: number % 2 === 0,
      amenities: number % 4 === 0 ? ['Furnished'] : [],
      photos: cover,
    })
  }
  const house = await createListing(url, ada, 'rental', {
    title: 'Whole house on Albert Street',
    cost: 2400,
    is_cost_per_room: false,
    address: '201 Albert St, Waterloo',
    description: 'First line.\nSecond line with <b>no</b> markup & https://example.com',
    num_beds: 5,
    is_shared: false,
    is_utilities_included: true,
    has_laundry: true,
    has_cooking: true,
    has_parking: true,
    no_smoking: true,
    amenities: ['Furnished', 'Pet friendly'],
    photos,
  })
  const textbook = await createListing(url, ada, 'textbook', { photos: photos.slice(1, 3) })
  const lamp = await createListing(url, ada, 'misc', { photos: cover })
  await createListing(url, ada, 'misc', {
    title: 'Looking for a bike',
    listing_type: 'Wanting',
    price: 0,
    photos: cover,
  })
  return { ada, bob, photos, houseId: house.id, textbookId: textbook.id, lampId: lamp.id }
}
