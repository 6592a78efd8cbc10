import type { AnyCategory } from '#categories/index.ts'
import { oneLine, removeBidiControls } from '#categories/text-rules.ts'
import { clipText } from '#format/format.ts'
import { activeFilters } from './active-filters.ts'
import { canonicalQuery } from './canonical-query.ts'
import { parseFilters } from './list-filters.ts'

/** Of a search with many filters, the first; enough to know it by. */
const maxLabelLength = 120

/** "Rentals: “lester”, Winter 2027, up to $800"; on one line, and of about this length at most. */
export function searchLabel(category: AnyCategory, query: string): string {
  const { menu } = category.labels
  const words = searchWords(category, query)
  return words ? `${menu}: ${words}` : `All ${menu.toLowerCase()}`
}

/** The label without the name of the category; empty of a search for all. */
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

/** What it looks for, in words: the search text first, then the filters in the order of the filter sheet. */
function describeSearch(category: AnyCategory, query: string): string[] {
  const filters = parseFilters(category, new URLSearchParams(canonicalQuery(category, query)))
  const q = filters.get('q')
  return [
    ...(q ? [`“${clipLine(q)}”`] : []),
    ...activeFilters(category, filters).map(({ name, label }) =>
      isLimit(category, name) ? label.charAt(0).toLowerCase() + label.slice(1) : clipLine(label),
    ),
  ].map(isolate)
}

/** "from Jan 4, 2027", "up to $800": after others it does not begin with a capital. */
function isLimit(category: AnyCategory, name: string): boolean {
  const kind = new Map(Object.entries(category.filters)).get(name)?.kind ?? name
  return ['from', 'to', 'min_price', 'max_price'].includes(kind)
}

const clipLine = (text: string) => clipText(oneLine(removeBidiControls(text)))

/** Letters of scripts that run from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Keeps such letters from moving what stands beside them. */
const isolate = (part: string) => (rightToLeft.test(part) ? `\u2068${part}\u2069` : part)
