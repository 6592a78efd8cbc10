import { parseTerm } from '#categories/academic-terms.ts'

/** How many listings stand side by side. More would not fit a screen. */
export const maxCompared = 4
export const minCompared = 2

/**
 * Reads the query of the page that compares listings. The ids may be in one parameter with commas, or repeated as a form
 * sends them. Others are left out.
 */
export function parseComparison(query: URLSearchParams) {
  const ids = query.getAll('ids').flatMap((text) => text.split(','))
  const known = ids.map((id) => id.trim()).filter((id) => /^[1-9]\d{0,9}$/.test(id))
  return {
    ids: [...new Set(known)].slice(0, maxCompared),
    term: parseTerm(query.get('term') ?? ''),
  }
}
