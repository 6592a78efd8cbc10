import type { CategoryId } from '#categories/index.ts'
import { at } from '../support/campus-email.ts'
import { dayAhead } from '../support/listing-inputs.ts'

/** Closes strings, attributes, elements, comments and scripts, then calls `p` (or `P`), which the test observes. */
const markup = `"'><b id=pwned><img src=x onerror=p()></script><script>p()</script><!--\u2028]]>&lt;`

const payloadIn = (field: string) => `${field} ${markup}`

export const payloadMessage = `${payloadIn('message')} https://x"'><img src=x onerror=p()> javascript:p()`

/** A search that is short enough to be shown whole, with words that the payload listings have. */
export const payloadSearch = `"'><b id=pwned><img src=x onerror=p()>`

/** A student with payloads as names. Names may have sixty characters. */
export const payloadStudent = {
  firstName: `<b id=pwned><img src=x onerror=p()>'"`,
  lastName: '</script><script>p()</script><!--\u2028&lt;]]>',
  email: at('payload'),
  password: 'correct horse 1!',
  confirmPassword: 'correct horse 1!',
}

/** Photo URLs that pass validation. URLs with other characters are rejected. */
export const payloadPhotos = [
  `https://photos.example/1.jpg?'onerror='p()`,
  'https://photos.example/2.jpg?x=);background:url(javascript:p())#&lt;script&gt;',
]

/** A payload in every free-text field of every category. */
export const payloadListings: Record<CategoryId, Record<string, unknown>> = {
  rental: {
    title: payloadIn('title'),
    address: payloadIn('address'),
    description: `${payloadIn('description')}\n${payloadIn('second line')}`,
    amenities: ['<img src=x onerror=p()> furnished', '</script><script>p()</script>'],
    house_type: 'House',
    cost: 650,
    date_available: '2027-01-01',
    photos: payloadPhotos,
  },
  wanted: {
    title: payloadIn('title'),
    area: payloadIn('area'),
    description: `${payloadIn('description')}\n${payloadIn('second line')}`,
    move_in: dayAhead,
    budget: 900,
    place: 'Room',
    photos: [],
  },
  textbook: {
    book_title: payloadIn('book'),
    author: '<b id=pwned><img src=x onerror=p()> author',
    edition: '</script><script>p()</script><!--\u2028 edition',
    // Codes are stored in upper case.
    course_codes: ['<SCRIPT>P()</SCRIPT>', '<IMG ONERROR=P() X>'],
    isbn: '9781285741550',
    description: payloadIn('description'),
    price: 40,
    condition: 'Used',
    faculty: 'Math',
    year: 1,
    photos: payloadPhotos,
  },
  misc: {
    title: payloadIn('title'),
    description: payloadIn('description'),
    price: 15,
    listing_type: 'Selling',
    photos: payloadPhotos,
  },
}

/** The free texts of a payload listing, which pages must show unchanged. */
export function payloadTexts(category: CategoryId): string[] {
  const { photos: _, ...fields } = payloadListings[category]
  return Object.values(fields)
    .flat()
    .filter((value): value is string => typeof value === 'string' && /p\(\)/i.test(value))
    .flatMap((text) => text.split('\n'))
}
