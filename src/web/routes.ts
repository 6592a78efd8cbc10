import { categories } from '#categories/index.ts'
import { matchPath } from './navigation/match-path.ts'
import type { PageDefinition, Params } from './page.ts'

/** The examples of every component are for developers and tests; the production build has no such page. */
const hasDesignPage = import.meta.env.MODE !== 'production'

/** Path patterns and the file in pages/ that renders them. */
const table = {
  '/': 'landing',
  '/about': 'about',
  '/privacy': 'privacy',
  ...(hasDesignPage && { '/design': 'design' }),
  ...underEachCategory({ '': 'browse', '/create': 'listing-form', '/:id': 'listing' }),
  '/login': 'login',
  '/register': 'register',
  '/forgot-password': 'forgot-password',
  '/reset-password': 'reset-password',
  '/dashboard': 'dashboard',
}

/** The same routes under each category's path. */
function underEachCategory(pages: Record<string, string>): Record<string, string> {
  const entries = categories.flatMap(({ path }) =>
    Object.entries(pages).map(([suffix, name]) => [`/${path}${suffix}`, name]),
  )
  return Object.fromEntries(entries)
}

type PageModule = { page: PageDefinition }

const files = {
  ...import.meta.glob<PageModule>(['./pages/*.tsx', '!./pages/design.tsx']),
  ...(hasDesignPage ? import.meta.glob<PageModule>('./pages/design.tsx') : {}),
}

export interface PageRoute {
  path: string
  /** The page's source file, as the build's manifest names it. */
  source: string
  status: number
  load: () => Promise<PageDefinition>
  /** Set once the code is loaded, so that the page renders without suspending. */
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

/** The first match in the order of the table. */
export function matchRoute(pathname: string): { route: PageRoute; params: Params } {
  for (const route of routes) {
    const params = matchPath(route.path, pathname)
    if (params) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}
