import { hyphenate } from 'isbn3'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { hyphenatedName } from '#categories/listing-values.ts'
import { categoryOf, type ListingFacts } from '#contract/listing.ts'

/** Each ISBN with its hyphens: on the server, as the ranges of all publishers are too much for a page. */
export function hyphenateIsbns(listing: ListingFacts): Record<string, string | null> {
  const { fields }: CategoryDefinition = categoryOf(listing)
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === 'isbn')
  return Object.fromEntries(
    names.map((name) => [hyphenatedName(name), hyphenateIsbn(listing.details[name])]),
  )
}

/** Without hyphens if the table does not know the publisher. */
function hyphenateIsbn(isbn: unknown): string | null {
  return typeof isbn === 'string' ? (hyphenate(isbn) ?? isbn) : null
}
