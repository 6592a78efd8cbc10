import { categories } from '#categories/index.ts'
import { pageRoutes } from '#contract/paths.ts'

export interface PageVisit {
  /** Without the query. */
  path: string
  visitedAt: number
  /** Never stored: only hashed, to tell visitors apart for a day. */
  network: string
  userId: number | undefined
}

/** Stands for every path that is no page, so that the number of rows is bounded. */
export const otherPage = 'other'

const id = '[1-9]\\d{0,9}'
const listingRoutes = new Set(categories.map(({ path }) => `/${path}/:id`))

const pagePatterns = pageRoutes
  .filter((route) => !listingRoutes.has(route))
  .map((route) => ({ route, pattern: new RegExp(`^${route.replace(':id', id)}$`) }))

/** The route of a page other than a listing's: whose profile it is does not matter. */
export const findPageRoute = (path: string): string | undefined =>
  pagePatterns.find(({ pattern }) => pattern.test(path))?.route

/** The query may hold the token of a reset or renew link. */
export function dropQuery(path: string): string {
  return path.replace(/[?#].*$/s, '')
}

const listingPath = new RegExp(`^/([a-z]+)/(${id})$`)

/** The id in the path of a listing's page; whether the listing exists is for the database to say. */
export function parseListingId(path: string): number | undefined {
  const [, first, listingId] = listingPath.exec(path) ?? []
  return categories.some((category) => category.path === first) ? Number(listingId) : undefined
}
