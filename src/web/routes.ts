import { categories } from '#categories/index.ts'
import { matchPath } from './navigation/match-path.ts'
import type { PageDefinition, Params } from './page.ts'

/** Every address there is, and the file in pages/ that shows it. */
const table = {
  '/': 'landing',
  '/about': 'about',
  '/privacy': 'privacy',
  '/design': 'design',
  ...ofEachCategory({ '': 'browse', '/create': 'listing-form', '/:id': 'listing' }),
  '/login': 'login',
  '/register': 'register',
  '/forgot-password': 'forgot-password',
  '/reset-password': 'reset-password',
  '/dashboard': 'dashboard',
}

/** The same addresses below each category's path. */
function ofEachCategory(pages: Record<string, string>): Record<string, string> {
  const entries = categories.flatMap(({ path }) =>
    Object.entries(pages).map(([end, name]) => [`/${path}${end}`, name]),
  )
  return Object.fromEntries(entries)
}

const files = import.meta.glob<{ page: PageDefinition }>('./pages/*.tsx')

export interface PageRoute {
  path: string
  /** The page's source file, as the build's manifest names it. */
  source: string
  status: number
  load: () => Promise<PageDefinition>
  /** Set once the code is there, so that a page already loaded shows without a pause. */
  loaded?: PageDefinition
}

function pageRoute(path: string, name: string, status = 200): PageRoute {
  const file = `./pages/${name}.tsx`
  const importFile = files[file]
  if (!importFile) throw new Error(`There is no page file ${file} for ${path}`)
  const route: PageRoute = {
    path,
    source: file.replace('./', 'src/web/'),
    status,
    load: async () => {
      route.loaded ??= (await importFile()).page
      return route.loaded
    },
  }
  return route
}

const routes: PageRoute[] = Object.entries(table).map(([path, name]) => pageRoute(path, name))

const notFoundRoute = pageRoute('*', 'not-found', 404)

/** The first that fits, in the order of the table. */
export function matchRoute(pathname: string): { route: PageRoute; params: Params } {
  for (const route of routes) {
    const params = matchPath(route.path, pathname)
    if (params) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}
