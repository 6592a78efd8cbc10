import type { Params } from '../page.ts'

/** What a pattern such as "/rentals/:id" reads from a path; undefined where it does not fit. */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const wanted = partsOf(pattern)
  const given = partsOf(pathname)
  if (wanted.length !== given.length) return undefined
  const params: Params = {}
  for (const [index, part] of wanted.entries()) {
    const text = decoded(given[index] ?? '')
    if (part.startsWith(':') && text) params[part.slice(1)] = text
    else if (part.toLowerCase() !== text.toLowerCase()) return undefined
  }
  return params
}

/** Slashes at the end make no other address. */
const partsOf = (path: string) => path.replace(/\/+$/, '').split('/')

/** What was never encoded properly stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
