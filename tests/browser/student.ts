import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './fixtures.ts'

export const password = 'correct horse 1!'

export interface Student {
  id: number
  firstName: string
  email: string
}

/** A new student, signed in on this page. */
export async function signIn(page: Page, firstName = 'Ada'): Promise<Student> {
  const email = `${randomUUID().slice(0, 18)}@uwaterloo.ca`
  const lastName = 'Lovelace'
  const answer = await page.request.post('/api/users', {
    data: { firstName, lastName, email, password, confirmPassword: password },
  })
  expect(answer.status()).toBe(201)
  await signInAgain(page, email)
  return answer.json()
}

export async function signInAgain(page: Page, email: string) {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

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

/** The browser itself complains of every refused call; a test that provokes some takes them back. */
export function expectRefusedCalls(complaints: string[]) {
  expect(complaints.length).toBeGreaterThan(0)
  for (const complaint of complaints.splice(0))
    expect(complaint).toContain('Failed to load resource')
}
