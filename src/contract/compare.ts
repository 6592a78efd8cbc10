import { parseTerm } from '#categories/academic-terms.ts'

/** How many listings stand side by side. More would not fit a screen. */
export const maxCompared = 4
export const minCompared = 2

/** Stands in an address for everything that is no id. */
const unreadableId = '0'

/**
 * Reads the query of the page that compares listings. The ids may be in one parameter with commas, or repeated as a form
 * sends them. `pathIds` is the shortest list that is read in the same way.
 */
export function parseComparison(query: URLSearchParams) {
  const written = query.getAll('ids').flatMap((text) => text.split(','))
  const asked = new Set(
    written
      .map((id) => id.trim())
      .filter((id) => id !== '')
      .map((id) => (/^[1-9]\d{0,9}$/.test(id) ? id : unreadableId)),
  )
  const isUnreadable = asked.delete(unreadableId)
  const first = [...asked].slice(0, maxCompared + 1)
  return {
    ids: first.slice(0, maxCompared),
    isMore: first.length > maxCompared,
    isUnreadable,
    pathIds: isUnreadable ? [...first, unreadableId] : first,
    term: parseTerm(query.get('term') ?? ''),
  }
}
