import type { CategoryId } from '#categories/index.ts'

/** Ends texts, values, elements, comments and scripts, then tries to run; `p` is what a test watches. */
const markup = `"'><b id=pwned><img src=x onerror=p()></script><script>p()</script><!--\u2028]]>&lt;`

const inText = (field: string) => `${field} ${markup}`

/** Sixty characters at most. */
export const payloadStudent = {
  firstName: `<b id=pwned><img src=x onerror=p()>'"`,
  lastName: '</script><script>p()</script><!--\u2028&lt;]]>',
  email: 'payload@uwaterloo.ca',
  password: 'correct horse 1!',
  confirmPassword: 'correct horse 1!',
}

/** As much as an address may hold; the rest is refused. */
export const payloadPhotos = [
  `https://photos.example/1.jpg?'onerror='p()`,
  'https://photos.example/2.jpg?x=);background:url(javascript:p())#&lt;script&gt;',
]

/** Every field of every category that holds text of a student's own. */
export const payloadListings: Record<CategoryId, Record<string, unknown>> = {
  rental: {
    title: inText('title'),
    address: inText('address'),
    description: `${inText('description')}\n${inText('second line')}`,
    amenities: ['<img src=x onerror=p()> furnished', '</script><script>p()</script>'],
    house_type: 'House',
    cost: 650,
    date_available: '2027-01-01',
    photos: payloadPhotos,
  },
  textbook: {
    book_title: inText('book'),
    author: '<b id=pwned><img src=x onerror=p()> author',
    edition: '</script><script>p()</script><!--\u2028 edition',
    course_code: '<script>p()</script>',
    description: inText('description'),
    price: 40,
    condition: 'Used',
    faculty: 'Math',
    year: 1,
    photos: payloadPhotos,
  },
  misc: {
    title: inText('title'),
    description: inText('description'),
    price: 15,
    listing_type: 'Selling',
    photos: payloadPhotos,
  },
}

/** The texts of a listing that a student typed, for pages that must show them as they are. */
export function typedTexts(category: CategoryId): string[] {
  const { photos: _, ...fields } = payloadListings[category]
  return Object.values(fields)
    .flat()
    .filter((value): value is string => typeof value === 'string' && value.includes('p()'))
    .flatMap((text) => text.split('\n'))
}
