import type { AnyCategory } from '#categories/index.ts'
import { filterLabel } from './active-filters.ts'
import { withFilters } from './list-filters.ts'
import type { Understood, UnderstoodPart } from './listings.ts'

/** Below this many results, the list also has close matches, and looks for typing errors. */
export const fewResults = 3

/** Returns the filters that are in force: those of the URL, and what the words of its search text became. */
export function appliedFilters(
  filters: URLSearchParams,
  understood: Understood | undefined,
): URLSearchParams {
  if (!understood) return filters
  const added = understood.parts.flatMap((part) => Object.entries(part.filters))
  const missing = added.filter(([name]) => !filters.has(name))
  return withFilters(filters, { ...Object.fromEntries(missing), q: understood.q })
}

/** Returns the parts whose filters the URL does not set itself. */
export const partsInForce = (
  filters: URLSearchParams,
  understood: Understood | undefined,
): UnderstoodPart[] =>
  (understood?.parts ?? []).filter((part) =>
    Object.keys(part.filters).some((name) => !filters.has(name)),
  )

/** Leaves out the parts whose words are no longer in the text, for a text that has changed since it was read. */
export function stillUnderstood(q: string, understood: Understood): Understood {
  const parts = understood.parts.filter(({ text }) => findWhole(q, text) !== undefined)
  return { ...understood, parts }
}

/** Returns the words of a chip: "Up to $900". */
export const partLabel = (category: AnyCategory, { filters }: UnderstoodPart): string =>
  Object.entries(filters)
    .map(([name, value]) => filterLabel(category, name, value))
    .join(', ')

/** Returns the search text without the words of a part. What was typed may say it in other words, such as "1b1b". */
export function withoutPart(q: string, understood: Understood, part: UnderstoodPart): string {
  const at = findWhole(q, part.text)
  const others = understood.parts.filter((each) => each !== part).map(({ text }) => text)
  const rest =
    at === undefined
      ? [understood.q, ...others].join(' ')
      : `${q.slice(0, at)} ${q.slice(at + part.text.length)}`
  return rest.replaceAll(/\s+/g, ' ').trim()
}

/** Returns where a text has these words, and not as a part of another word: "furnished" is not in "unfurnished". */
function findWhole(text: string, words: string): number | undefined {
  const isLetter = (letter = '') => /[\p{L}\p{N}]/u.test(letter)
  let at = text.indexOf(words)
  while (at >= 0) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + words.length])) return at
    at = text.indexOf(words, at + 1)
  }
  return undefined
}
