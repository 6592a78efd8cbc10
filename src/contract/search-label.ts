import type { AnyCategory } from '#categories/index.ts'
import { oneLine, removeBidiControls } from '#categories/text-rules.ts'
import { clipText } from '#format/format.ts'
import { activeFilters } from './active-filters.ts'
import { canonicalQuery } from './canonical-query.ts'
import { parseFilters } from './list-filters.ts'

/** The label of a search with many filters names only the first ones, which is enough to recognise it. */
const maxLabelLength = 120

/** Returns one line of about this length: "Rentals: “lester”, Winter 2027, up to $800". */
export function searchLabel(category: AnyCategory, query: string): string {
  const { menu } = category.labels
  const words = searchWords(category, query)
  return words ? `${menu}: ${words}` : `All ${menu.toLowerCase()}`
}

/** Returns the label without the category's name. It is empty for a search without filters. */
export function searchWords(category: AnyCategory, query: string): string {
  const parts = describeSearch(category, query)
  const shown: string[] = []
  for (const part of parts) {
    if (shown.length > 0 && [...shown, part].join(', ').length > maxLabelLength) break
    shown.push(part)
  }
  const left = parts.length - shown.length
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

/** Returns the search in words: the search text first, then the filters in the order of the filter sheet. */
function describeSearch(category: AnyCategory, query: string): string[] {
  const filters = parseFilters(category, new URLSearchParams(canonicalQuery(category, query)))
  const q = filters.get('q')
  return [
    ...(q ? [`${filters.has('exact') ? 'exactly ' : ''}“${clipLine(q)}”`] : []),
    ...activeFilters(category, filters).map(({ name, label }) =>
      isLimit(category, name) ? label.charAt(0).toLowerCase() + label.slice(1) : clipLine(label),
    ),
  ].map(isolate)
}

/** Whether the label is a limit, such as "from Jan 4, 2027" or "up to $800". After other labels it gets no capital. */
function isLimit(category: AnyCategory, name: string): boolean {
  const kind = new Map(Object.entries(category.filters)).get(name)?.kind ?? name
  return ['from', 'to', 'min_price', 'max_price'].includes(kind)
}

const clipLine = (text: string) => clipText(oneLine(removeBidiControls(text)))

/** Matches letters of scripts that run from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Keeps right-to-left letters from moving the text beside them. */
const isolate = (part: string) => (rightToLeft.test(part) ? `\u2068${part}\u2069` : part)
