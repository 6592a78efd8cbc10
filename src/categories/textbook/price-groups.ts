import type { PriceGroup } from '../price-group.ts'

interface BookValues {
  readonly isbn?: unknown
  readonly course_codes?: unknown
}

/** Compares copies of one book. Without an ISBN, compares books for the same courses, which may be other books. */
export function textbookPriceGroups({ isbn, course_codes }: BookValues): PriceGroup[] {
  if (isbn) return [{ id: `textbook isbn ${isbn}`, label: 'copies of this book' }]
  const courses = Array.isArray(course_codes) ? course_codes : []
  return courses.map((code) => ({ id: `textbook course ${code}`, label: `books for ${code}` }))
}
