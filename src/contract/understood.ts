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

/** Returns the words of a chip: "Up to $900". */
export const partLabel = (category: AnyCategory, { filters }: UnderstoodPart): string =>
  Object.entries(filters)
    .map(([name, value]) => filterLabel(category, name, value))
    .join(', ')

/** Returns the search text without the words of a part. What was typed may say it in other words, such as "1b1b". */
export function withoutPart(q: string, understood: Understood, part: UnderstoodPart): string {
  const rest = q.includes(part.text)
    ? q.replace(part.text, ' ')
    : [
        understood.q,
        ...understood.parts.filter((each) => each !== part).map(({ text }) => text),
      ].join(' ')
  return rest.replaceAll(/\s+/g, ' ').trim()
}
