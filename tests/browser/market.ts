import type { BrowserContext, Page } from '@playwright/test'
import { startServer } from '../support/running-server.ts'
import { post, type Student, signUp, uploadPhotos } from '../support/seed-through-api.ts'
import { test as base } from './fixtures.ts'

export interface Market {
  ada: Student
  bob: Student
  photos: string[]
  /** Of Ada's listing with several photos, long texts and everything ticked. */
  wholeHouse: number
  textbook: number
  lamp: number
}

/** More than one page of rentals. */
export const rentalCount = 30

async function fillMarket(url: string): Promise<Market> {
  const ada = await signUp(url, 'Ada', 'Lovelace')
  const bob = await signUp(url, 'Bob', 'Stone')
  const photos = await uploadPhotos(url, ada, 4)
  const cover = photos.slice(0, 1)
  for (let number = 1; number < rentalCount; number++) {
    await post(url, ada, 'rental', {
      title: `Room ${number}`,
      cost: 500 + 10 * number,
      num_beds: (number % 5) + 1,
      is_sublet: number % 2 === 0,
      amenities: number % 4 === 0 ? ['Furnished'] : [],
      photos: cover,
    })
  }
  const house = await post(url, ada, 'rental', {
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
  const textbook = await post(url, ada, 'textbook', { photos: photos.slice(1, 3) })
  const lamp = await post(url, ada, 'misc', { photos: cover })
  await post(url, ada, 'misc', {
    title: 'Looking for a bike',
    listing_type: 'Wanting',
    price: 0,
    photos: cover,
  })
  return { ada, bob, photos, wholeHouse: house.id, textbook: textbook.id, lamp: lamp.id }
}

/** A server of its own with students and listings, so that other tests meet an empty one. */
export const test = base.extend<object, { market: Market }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ RATE_LIMIT: 'off' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  market: [
    async ({ server }, use) => {
      await use(await fillMarket(server.url))
    },
    { scope: 'worker', auto: true },
  ],
})

export async function signIn(context: BrowserContext, url: string, { cookie }: Student) {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}

/** Notes every layout shift from the first paint on. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as LayoutShift).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
}

interface LayoutShift extends PerformanceEntry {
  value: number
}

/** Takes away the complaints a test has caused on purpose, and only those. */
export function forgive(complaints: string[], expected: RegExp) {
  const others = complaints.filter((complaint) => !expected.test(complaint))
  complaints.splice(0, complaints.length, ...others)
}
