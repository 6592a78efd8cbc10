import { maxListItems, parseList } from './coercion.ts'

/** "math135" and "MATH-135" as "MATH 135"; other texts only in upper case. */
export function normalizeCode(text: string): string {
  const code = text.trim().toUpperCase().replace(/\s+/g, ' ')
  const [, subject, number] = /^(\p{L}+)[\s-]*(\d+\p{L}*)$/u.exec(code) ?? []
  return subject ? `${subject} ${number}` : code
}

/** The distinct codes of a list or of a text with commas, semicolons or lines, which no code has. */
export function parseCodes(value: unknown): unknown[] {
  const items = parseList(value).flatMap((item) =>
    typeof item === 'string' ? parseList(item.split(/[,;\r\n]/, maxListItems)) : [item],
  )
  const codes = items
    .slice(0, maxListItems)
    .map((item) => (typeof item === 'string' ? normalizeCode(item) : item))
  return [...new Set(codes)]
}
