import { type CategoryId, categories } from '#categories/index.ts'
import { listParameterNames } from '#contract/list-query.ts'
import { infoPages } from '#contract/paths.ts'

export interface NormalizedPageUrl {
  /** Path and query without parameters that the page does not read. */
  url: string
  /** Whether all anonymous visitors get the same page at this URL. */
  isCacheable: boolean
}

const unknownPage = '/there/is/no/such/page'
const categoryPaths = categories.map(({ path }) => path).join('|')
/** Pages that read no query parameters. */
const pagesWithoutParameters = new RegExp(
  `^(${infoPages.join('|')}|/(${categoryPaths})/[1-9]\\d*)$`,
)
const plainPath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/

/** Tracking and other unknown parameters are dropped, so that one page is one cache entry. */
export function normalizePageUrl(requestUrl: string): NormalizedPageUrl {
  if (plainPath.test(requestUrl)) return { url: requestUrl, isCacheable: true }
  // "//host/x" and "/\\x" would parse as another origin.
  const parsed = /^\/(?![/\\])/.test(requestUrl) ? URL.parse(requestUrl, 'http://localhost') : null
  if (!parsed) return { url: unknownPage, isCacheable: false }
  const { pathname, searchParams } = parsed
  const category = categories.find(({ path }) => pathname === `/${path}`)
  if (category)
    return { url: normalizeListUrl(pathname, searchParams, category.id), isCacheable: true }
  if (pagesWithoutParameters.test(pathname)) return { url: pathname, isCacheable: true }
  return { url: requestUrl, isCacheable: false }
}

function normalizeListUrl(path: string, parameters: URLSearchParams, category: CategoryId) {
  const known = new URLSearchParams()
  for (const name of listParameterNames[category]) {
    const value = parameters.get(name)
    if (value) known.set(name, value)
  }
  return known.size ? `${path}?${known}` : path
}
