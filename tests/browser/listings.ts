import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './fixtures.ts'

/** Returns a PNG file for a file input or an upload. */
export async function imageFile(name: string, background = 'orange', width = 80, height = 60) {
  const image = sharp({ create: { width, height, channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

export async function uploadPhoto(page: Page): Promise<string> {
  const response = await page.request.post('/api/upload', {
    multipart: { image: await imageFile('photo.png') },
  })
  expect(response.status()).toBe(201)
  return (await response.json()).url
}

export const listingInputs = {
  rentals: {
    title: 'Sunny room',
    house_type: 'Bedroom',
    address: '12 King St N',
    cost: 850,
    date_available: '2027-01-01',
    description: 'Quiet street.',
  },
  textbooks: {
    book_title: 'Calculus',
    author: 'Stewart',
    edition: '8th',
    course_code: 'MATH 137',
    year: 1,
    faculty: 'Math',
    price: 40,
    condition: 'Used',
  },
  misc: { title: 'Desk lamp', listing_type: 'Selling', price: 15, description: 'Works.' },
}

/** Makes a title unique, for listings that a test finds by title: a retry uses the same server. */
export const uniqueTitle = (title: string) => `${title} ${randomUUID().slice(0, 8)}`

/** Creates a listing through the API as the page's student. Returns its id. */
export async function createListing(
  page: Page,
  path: keyof typeof listingInputs,
  changes: object = {},
) {
  const photos = [await uploadPhoto(page)]
  const data = { ...listingInputs[path], photos, ...changes }
  const response = await page.request.post(`/api/${path}`, { data })
  expect(response.status()).toBe(201)
  return (await response.json()).id as number
}
