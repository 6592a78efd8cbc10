import { setTimeout } from 'node:timers/promises'
import type { CategoryId } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from './campus-email.ts'
import { dayAhead, photosFor } from './listing-inputs.ts'
import { noiseImage } from './photo-files.ts'

export interface Student {
  id: number
  email: string
  password: string
  /** The value of the Cookie header. */
  cookie: string
}

type Values = Record<string, unknown>

const password = 'correct horse 1!'

type ApiRequest = RequestInit & { cookie?: string }

interface ApiResponse {
  body: Values & { id: number; url: string }
  cookie: string
}

async function callApi(url: string, path: string, init: ApiRequest): Promise<ApiResponse> {
  const { cookie = '', ...rest } = init
  const response = await fetch(url + path, { ...rest, headers: { ...rest.headers, cookie } })
  const retryAfter = Number(response.headers.get('retry-after'))
  if (response.status === 503 && retryAfter > 0) {
    // On a busy machine the server may shed load.
    await setTimeout(retryAfter * 1000)
    return callApi(url, path, init)
  }
  const text = await response.text()
  if (!response.ok) throw new Error(`${init.method} ${path} returned ${response.status}: ${text}`)
  return { body: JSON.parse(text), cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Creates an account on the server at `url` and logs in. */
export async function signUp(url: string, firstName: string, lastName: string): Promise<Student> {
  const email = at(`${firstName}.${lastName}`).toLowerCase()
  const form = { firstName, lastName, email, password, confirmPassword: password }
  const { body } = await callApi(url, apiPaths.users, json('POST', form))
  const { cookie } = await callApi(url, apiPaths.login, json('POST', { email, password }))
  return { id: body.id, email, password, cookie }
}

/** Uploads `count` different photos and returns their URLs. */
export async function uploadPhotos(url: string, { cookie }: Student, count: number) {
  const urls: string[] = []
  for (let seed = 1; seed <= count; seed++) {
    const [width, height] = seed % 3 === 0 ? [480, 640] : [800, 600]
    const jpeg = await (await noiseImage(width, height, seed)).jpeg().toBuffer()
    const form = new FormData()
    form.set('image', new File([new Uint8Array(jpeg)], 'photo.jpg', { type: 'image/jpeg' }))
    const { body } = await callApi(url, apiPaths.upload, { method: 'POST', body: form, cookie })
    urls.push(body.url)
  }
  return urls
}

const defaultInputs: Record<CategoryId, Values> = {
  rental: {
    title: 'Sunny room',
    house_type: 'House',
    address: '12 King St N, Waterloo',
    cost: 850,
    is_cost_per_room: true,
    date_available: '2027-01-01',
    description: 'Quiet street.',
    num_beds: 3,
    is_shared: true,
  },
  wanted: {
    title: 'Room wanted',
    move_in: dayAhead,
    budget: 900,
    place: 'Room',
    description: 'Quiet and tidy.',
  },
  textbook: {
    book_title: 'Linear Algebra Done Right',
    author: 'Sheldon Axler',
    edition: '3rd',
    faculty: 'Math',
    year: 1,
    condition: 'Used',
    price: 45,
    isbn: '9783319110790',
    course_codes: ['MATH 136', 'MATH 146'],
    new_price: 60,
  },
  misc: {
    title: 'Desk lamp',
    listing_type: 'Selling',
    price: 15,
    description: 'Bright and bendy.',
  },
}

export async function createListing(
  url: string,
  { cookie }: Student,
  category: CategoryId,
  values: Values,
): Promise<{ id: number } & Values> {
  const photos = photosFor(category, (values.photos ?? []) as string[])
  const input = json('POST', { ...defaultInputs[category], ...values, photos })
  const { body } = await callApi(url, apiPaths.list(category), { ...input, cookie })
  return body
}

/** Sends a message to the seller of a listing. Returns the id of the thread. */
export async function sendMessage(
  url: string,
  { cookie }: Student,
  { category, id }: { category: CategoryId; id: number },
  text: string,
): Promise<number> {
  const path = apiPaths.listingMessages(category, id)
  const { body } = await callApi(url, path, { ...json('POST', { body: text }), cookie })
  return Number(body.thread_id)
}
