import type { Params } from '../page.ts'

/** The params of a pattern such as "/rentals/:id"; undefined where the path does not match. */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const patternSegments = splitPath(pattern)
  const segments = splitPath(pathname)
  if (patternSegments.length !== segments.length) return undefined
  const params: Params = {}
  for (const [index, patternSegment] of patternSegments.entries()) {
    const segment = decodeSegment(segments[index] ?? '')
    if (patternSegment.startsWith(':') && segment) params[patternSegment.slice(1)] = segment
    else if (patternSegment.toLowerCase() !== segment.toLowerCase()) return undefined
  }
  return params
}

/** Trailing slashes are ignored. */
const splitPath = (path: string) => path.replace(/\/+$/, '').split('/')

/** Malformed percent-encoding is taken literally. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
