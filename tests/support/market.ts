import type { CategoryId } from '#categories/index.ts'
import { ada, browser, signedInBrowser } from './browser.ts'
import { buildTestApp } from './build-test-app.ts'
import type { Engine } from './databases.ts'

export const bob = { ...ada, firstName: 'Bob', lastName: 'Stone', email: 'bob@mylaurier.ca' }

export const photo = 'https://photos.example/1.jpg'

export const oddIds = [
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

/** The least a posting may say. */
export const postings: Record<CategoryId, Record<string, unknown>> = {
  rental: {
    title: 'Sunny room',
    address: '12 King St N',
    cost: 650,
    date_available: '2027-01-01',
    house_type: 'House',
    description: 'Close to campus.',
    photos: [photo],
  },
  textbook: {
    book_title: 'Calculus',
    author: 'Stewart',
    price: 40,
    condition: 'Used',
    faculty: 'Math',
    year: 1,
    photos: [photo],
  },
  misc: {
    title: 'Desk lamp',
    price: 15,
    description: 'Bright.',
    listing_type: 'Selling',
    photos: [photo],
  },
}

export type Body = Record<string, unknown> & {
  id: number
  seller: { id: number; name: string; email?: string }
  results: Body[]
  fields: Record<string, string>
}

/** The whole application with two students and a visitor. */
export async function openMarket(engine: Engine, settings: Record<string, string> = {}) {
  const built = await buildTestApp(engine, settings)
  const open = (page: ReturnType<typeof browser>) => {
    const send = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      payload?: unknown,
    ) => {
      const answer = await page.send({
        method,
        url,
        headers: { 'content-type': 'application/json' },
        payload: payload === undefined ? '' : JSON.stringify(payload),
      })
      return { ...answer, body: answer.body as Body }
    }
    return {
      send,
      cookie: () => page.jar.cookie,
      get: (url: string) => send('GET', url),
      post: (url: string, payload?: unknown) => send('POST', url, payload),
      put: (url: string, payload?: unknown) => send('PUT', url, payload),
      delete: (url: string) => send('DELETE', url),
    }
  }
  return {
    ...built,
    ada: open(await signedInBrowser(built.app)),
    bob: open(await signedInBrowser(built.app, bob)),
    visitor: open(browser(built.app)),
  }
}
