import { maxListItems, parseList } from './coercion.ts'

/** Returns "MATH 135" for "math135" and "MATH-135". Other texts are only put in upper case. */
export function normalizeCourseCode(text: string): string {
  const code = text.trim().toUpperCase().replace(/\s+/g, ' ')
  const [, subject, number] = /^(\p{L}+)[\s-]*(\d+\p{L}*)$/u.exec(code) ?? []
  return subject ? `${subject} ${number}` : code
}

/**
 * Returns the distinct codes of a list or a text. Commas, semicolons and line breaks separate codes; no code contains
 * them.
 */
export function parseCourseCodes(value: unknown): unknown[] {
  const items = parseList(value).flatMap((item) =>
    typeof item === 'string' ? parseList(item.split(/[,;\r\n]/, maxListItems)) : [item],
  )
  const codes = items
    .slice(0, maxListItems)
    .map((item) => (typeof item === 'string' ? normalizeCourseCode(item) : item))
  return [...new Set(codes)]
}
