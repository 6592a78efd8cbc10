import { hyphenate } from 'isbn3'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { hyphenatedName } from '#categories/listing-values.ts'

/** Each ISBN with its hyphens: on the server, as the ranges of all publishers are too much for a page. */
export function hyphenateIsbns(
  { fields }: CategoryDefinition,
  values: Readonly<Record<string, unknown>>,
): Record<string, string | null> {
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === 'isbn')
  return Object.fromEntries(
    names.map((name) => [hyphenatedName(name), hyphenateIsbn(values[name])]),
  )
}

/** Without hyphens if the table does not know the publisher. */
function hyphenateIsbn(isbn: unknown): string | null {
  return typeof isbn === 'string' ? (hyphenate(isbn) ?? isbn) : null
}
