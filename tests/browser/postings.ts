import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './fixtures.ts'

/** A picture file to choose, drop or upload. */
export async function picture(name: string, background = 'orange', width = 80, height = 60) {
  const image = sharp({ create: { width, height, channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

export async function uploadedPhoto(page: Page): Promise<string> {
  const answer = await page.request.post('/api/upload', {
    multipart: { image: await picture('photo.png') },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()).url
}

export const samples = {
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

/** Posts a listing through the API as the page's student, and tells its id. */
export async function post(page: Page, path: keyof typeof samples, changes: object = {}) {
  const photos = [await uploadedPhoto(page)]
  const data = { ...samples[path], photos, ...changes }
  const answer = await page.request.post(`/api/${path}`, { data })
  expect(answer.status()).toBe(201)
  return (await answer.json()).id as number
}

/** The browser complains of every call that failed; a test that provokes it takes that back. */
export function takeBackFailedCalls(complaints: string[]) {
  for (const complaint of complaints.splice(0)) {
    expect(complaint).toContain('Failed to load resource')
  }
}
