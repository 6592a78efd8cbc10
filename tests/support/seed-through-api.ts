import { setTimeout } from 'node:timers/promises'
import type { CategoryId } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { grain } from './photo-files.ts'

export interface Student {
  id: number
  email: string
  password: string
  /** As the browser would send it. */
  cookie: string
}

type Values = Record<string, unknown>

const password = 'correct horse 1!'

type Call = RequestInit & { cookie?: string }

interface Called {
  body: Values & { id: number; url: string }
  cookie: string
}

async function call(url: string, path: string, init: Call): Promise<Called> {
  const { cookie = '', ...rest } = init
  const answer = await fetch(url + path, { ...rest, headers: { ...rest.headers, cookie } })
  const retryAfter = Number(answer.headers.get('retry-after'))
  if (answer.status === 503 && retryAfter > 0) {
    // A busy machine makes the server ask for patience.
    await setTimeout(retryAfter * 1000)
    return call(url, path, init)
  }
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${init.method} ${path} answered ${answer.status}: ${text}`)
  return { body: JSON.parse(text), cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A new student of the server at `url`, signed in. */
export async function signUp(url: string, firstName: string, lastName: string): Promise<Student> {
  const email = `${firstName}.${lastName}@uwaterloo.ca`.toLowerCase()
  const form = { firstName, lastName, email, password, confirmPassword: password }
  const { body } = await call(url, apiPaths.users, json('POST', form))
  const { cookie } = await call(url, apiPaths.login, json('POST', { email, password }))
  return { id: body.id, email, password, cookie }
}

/** Photos of different looks and shapes; the server's own addresses of them. */
export async function uploadPhotos(url: string, { cookie }: Student, count: number) {
  const addresses: string[] = []
  for (let seed = 1; seed <= count; seed++) {
    const [width, height] = seed % 3 === 0 ? [480, 640] : [800, 600]
    const jpeg = await (await grain(width, height, seed)).jpeg().toBuffer()
    const form = new FormData()
    form.set('image', new File([new Uint8Array(jpeg)], 'photo.jpg', { type: 'image/jpeg' }))
    const { body } = await call(url, apiPaths.upload, { method: 'POST', body: form, cookie })
    addresses.push(body.url)
  }
  return addresses
}

/** What a posting of each category says unless told otherwise. */
const usual: Record<CategoryId, Values> = {
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
  textbook: {
    book_title: 'Linear Algebra Done Right',
    author: 'Sheldon Axler',
    edition: '3rd',
    faculty: 'Math',
    year: 1,
    condition: 'Used',
    price: 45,
    course_code: 'MATH 136',
  },
  misc: {
    title: 'Desk lamp',
    listing_type: 'Selling',
    price: 15,
    description: 'Bright and bendy.',
  },
}

export async function post(
  url: string,
  { cookie }: Student,
  category: CategoryId,
  values: Values,
): Promise<{ id: number } & Values> {
  const input = json('POST', { ...usual[category], ...values })
  const { body } = await call(url, apiPaths.list(category), { ...input, cookie })
  return body
}
