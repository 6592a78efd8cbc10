import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isbnLabel, toIsbn13 } from '#categories/isbn.ts'

const isbnShape = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${isbnLabel})?(?:97[89][\\s\\p{Pd}]?)?(?:\\d[\\s\\p{Pd}]?){9}[\\dX](?![\\p{L}\\p{N}])`,
  'giu',
)

/** Writes each ISBN of a search as it is stored: hyphens split it into many words, and it may have 10 digits, and a label before them. */
export function joinIsbns({ search, fields }: AnyCategory, text: string): string {
  const known: Readonly<Record<string, Field>> = fields
  if (!search.fields.some((name) => known[name]?.kind === 'isbn')) return text
  return text.replace(isbnShape, (found) => toIsbn13(found) ?? found)
}
