import type { SellerFacts } from './display.ts'
import { readPhotoList } from './photo-lists.ts'

/** Reading listings of any server's shape, as the landing page's gallery does. Never throws. */
type Loose = Record<string, unknown>

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A list answer is an array, or an object with a `results` array. */
export function readListAnswer(value: unknown): Loose[] {
  const results = isObject(value) ? value.results : value
  return Array.isArray(results) ? results.filter(isObject) : []
}

export function photosOf(item: unknown): string[] {
  if (!isObject(item)) return []
  for (const key of ['photos', 'images', 'photoUrls', 'image', 'photo']) {
    const photos = readPhotoList(item[key])
    if (photos.length > 0) return photos
  }
  return []
}

/** What to call a listing where its photo cannot be seen. */
export function altTextOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  return [item.title, item.book_title, item.name, item.address, item.course].find(isText)
}

/** What its page's address ends with. */
export function idOf(item: unknown): string | number | undefined {
  if (!isObject(item)) return undefined
  return [item.id, item.slug].find((key) => typeof key === 'number' || isText(key)) as
    | string
    | number
    | undefined
}

/** A seller is an object, or just an id. */
export function readSeller(value: unknown): SellerFacts {
  if (typeof value === 'number' || isText(value)) return { id: value }
  if (!isObject(value)) return {}
  const text = (key: string) => (isText(value[key]) ? value[key] : undefined)
  return { id: idOf(value), name: text('name'), email: text('email'), contact: text('contact') }
}
