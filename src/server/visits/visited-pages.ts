import { categories } from '#categories/index.ts'
import { infoPages, pagePaths } from '#contract/paths.ts'

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

const staticPages = new Set([
  ...infoPages,
  pagePaths.login(),
  pagePaths.register,
  pagePaths.forgotPassword,
  dropQuery(pagePaths.resetPassword('')),
  dropQuery(pagePaths.renew('')),
  pagePaths.dashboard,
  ...categories.flatMap(({ id }) => [pagePaths.browse(id), pagePaths.create(id)]),
])

export const isStaticPage = (path: string) => staticPages.has(path)

/** The query may hold the token of a reset or renew link. */
export function dropQuery(path: string): string {
  return path.replace(/[?#].*$/s, '')
}

/** The id in the path of a listing's page; whether the listing exists is for the database to say. */
export function parseListingId(path: string): number | undefined {
  const [, first, id] = /^\/([a-z]+)\/([1-9]\d{0,9})$/.exec(path) ?? []
  return categories.some((category) => category.path === first) ? Number(id) : undefined
}
