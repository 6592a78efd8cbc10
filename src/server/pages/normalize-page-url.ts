import {
  type AnyCategory,
  categories,
  categoriesWithCopies,
  comparableCategories,
} from '#categories/index.ts'
import { parseComparison } from '#contract/compare.ts'
import { parseText, readFilters } from '#contract/list-filters.ts'
import { infoPages, pagePaths, textChangesPages } from '#contract/paths.ts'

interface NormalizedPageUrl {
  /** The path and query, without parameters that the page does not read. */
  url: string
  /** Whether the page is at another path. A page that is rendered for one path and hydrated at another is rendered again. */
  isMoved?: boolean
  /** Whether everyone in an audience gets the same page at this URL. Unknown pages count as personal. */
  isShared: boolean
}

const unknownPage = '/there/is/no/such/page'
/** Line breaks in a path. No router pattern matches such a path, not even the one for all paths. */
const lineBreak = /%(?:0[ad]|e2%80%a[89])/i
const anyOf = (paths: readonly string[]) => `(?:${paths.join('|')})`
const browsePage = anyOf(categories.map(({ id }) => pagePaths.browse(id)))
const listingPage = `${browsePage}/[1-9]\\d*`
const copiesPage = `${anyOf(categoriesWithCopies.map(({ id }) => pagePaths.copies(id, '')))}\\w+`
const createPage = `${browsePage}/create`
const accountForms = [
  pagePaths.login(),
  pagePaths.register,
  pagePaths.forgotPassword,
  pagePaths.resetPassword,
]

/** Pages that read no query parameters. */
const withoutParameters = new RegExp(
  `^${anyOf([...infoPages, ...textChangesPages, listingPage, copiesPage])}$`,
)
/** Pages that are shared at their plain path. With parameters, which may name a listing or an address, some are not. */
const plainSharedPage = new RegExp(
  `^${anyOf([...infoPages, ...textChangesPages, ...accountForms, pagePaths.search(), browsePage, listingPage, copiesPage, createPage])}$`,
)

/** Drops tracking and other unknown parameters, so that one page is one cache entry. */
export function normalizePageUrl(requestUrl: string): NormalizedPageUrl {
  if (plainSharedPage.test(requestUrl)) return { url: requestUrl, isShared: true }
  // "//host/x" and "/\\x" would parse as another origin.
  const parsed = /^\/(?![/\\])/.test(requestUrl) ? URL.parse(requestUrl, 'http://localhost') : null
  if (!parsed || lineBreak.test(parsed.pathname)) return { url: unknownPage, isShared: false }
  const { pathname } = parsed
  const category = findBrowsed(pathname)
  if (category) {
    const filters = readFilters(category, parsed.searchParams)
    const isMoved = pathname !== pagePaths.browse(category.id)
    return {
      url: pagePaths.browse(category.id, filters),
      isShared: true,
      ...(isMoved && { isMoved }),
    }
  }
  if (pathname === pagePaths.search()) {
    const { searchParams } = parsed
    const q = parseText(searchParams.get('q') ?? '') ?? ''
    const url = pagePaths.search(q, searchParams.get('exact') === '1')
    return { url, isShared: true }
  }
  const compared = comparableCategories.find(({ id }) => pathname === pagePaths.compare(id))
  if (compared) {
    const { pathIds, term } = parseComparison(parsed.searchParams)
    return { url: pagePaths.compare(compared.id, pathIds, term?.id), isShared: true }
  }
  if (withoutParameters.test(pathname)) return { url: pathname, isShared: true }
  return { url: requestUrl, isShared: false }
}

/** Returns the category of a list. The router also takes other case and slashes at the end, such as "/Rentals/". */
function findBrowsed(pathname: string): AnyCategory | undefined {
  const path = pathname.replace(/(?<!\/)\/+$/, '').toLowerCase()
  return categories.find(({ id }) => path === pagePaths.browse(id))
}
