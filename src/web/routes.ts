import type { ReactNode } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { categories, categoriesWithCopies } from '#categories/index.ts'
import { redirectLoggedIn, requireLogin } from './accounts/session-guards.ts'
import { loadCode } from './load-code.ts'
import { loadAccount } from './pages/account.loader.ts'
import { loadBrowse } from './pages/browse.loader.ts'
import { loadContact } from './pages/contact.loader.ts'
import { loadCopies } from './pages/copies.loader.ts'
import { loadDashboard } from './pages/dashboard.loader.ts'
import { loadLanding } from './pages/landing.loader.ts'
import { loadListing } from './pages/listing.loader.ts'
import { loadListingForm } from './pages/listing-form.loader.ts'
import { loadNotFound } from './pages/not-found.loader.ts'
import { loadSearch } from './pages/search.loader.ts'
import { loadStudent } from './pages/student.loader.ts'
import { PageError } from './site/page-error.tsx'
import { SiteShell } from './site/site-shell.tsx'

/** The examples of every component are for developers and tests; the production build has no such page. */
const hasDesignPage = import.meta.env.MODE !== 'production'

type PageModule = { Component: () => ReactNode }

const files = {
  ...import.meta.glob<PageModule>([
    './pages/*.tsx',
    '!./pages/*.test.tsx',
    '!./pages/design.tsx',
    '!./pages/{moderation,staff}*.tsx',
  ]),
  ...(hasDesignPage ? import.meta.glob<PageModule>('./pages/design.tsx') : {}),
}

/** What the server reads from the matched route. */
export interface RouteHandle {
  /** The page's source file, as the build's manifest names it. */
  source: string
}

/**
 * A page from pages/. Its code is loaded when it is first visited. The loader is not part of that code, so that both
 * are requested together.
 */
function page(path: string, name: string, loader: LoaderFunction = () => null): RouteObject {
  const file = `./pages/${name}.tsx`
  const importPage = files[file]
  if (!importPage) throw new Error(`There is no page file ${file} for ${path}`)
  const handle: RouteHandle = { source: file.replace('./', 'src/web/') }
  return { id: path, path, lazy: () => loadCode(importPage), loader, handle }
}

/** A page of moderators. All of them are one chunk with their loaders, of which other readers load nothing. */
function staffPage(path: string, name: keyof typeof import('./pages/staff-pages.ts')): RouteObject {
  const handle: RouteHandle = { source: 'src/web/pages/staff-pages.ts' }
  const lazy = async () => (await loadCode(() => import('./pages/staff-pages.ts')))[name]
  return { id: path, path, lazy, handle }
}

/** No page of the site leads to one, so its loader runs on the server: no other page loads the code. */
const loadMailLink =
  (name: 'renew' | 'appeal'): LoaderFunction =>
  async (args) =>
    (await import('./pages/mail-link.loader.ts')).mailLinkLoaders[name](args)

const categoryPages = categories.flatMap(({ path }) => [
  page(`/${path}`, 'browse', loadBrowse),
  page(`/${path}/:id`, 'listing', loadListing),
  page(`/${path}/:id/contact`, 'contact', loadContact),
])

const copiesPages = categoriesWithCopies.map(({ path, copies }) =>
  page(`/${path}/${copies.segment}/:value`, 'copies', loadCopies),
)

const listingForms = categories.map(({ path }) =>
  page(`/${path}/create`, 'listing-form', loadListingForm),
)

const staffPages = [
  staffPage('/moderation', 'queue'),
  ...categories.map(({ path }) => staffPage(`/moderation/${path}/:id`, 'listing')),
  staffPage('/moderation/students', 'students'),
  staffPage('/moderation/students/:id', 'student'),
  staffPage('/moderation/log', 'log'),
  staffPage('/moderation/figures', 'figures'),
]

export const routes: RouteObject[] = [
  {
    Component: SiteShell,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          page('/', 'landing', loadLanding),
          page('/about', 'about'),
          page('/rules', 'rules'),
          page('/privacy', 'privacy'),
          page('/search', 'search', loadSearch),
          page('/sell', 'sell'),
          ...(hasDesignPage ? [page('/design', 'design')] : []),
          ...categoryPages,
          ...copiesPages,
          page('/students/:id', 'student', loadStudent),
          {
            id: 'for students',
            middleware: [requireLogin],
            children: [...listingForms, page('/account', 'account', loadAccount)],
          },
          {
            id: 'for visitors',
            middleware: [redirectLoggedIn],
            children: [page('/login', 'login'), page('/register', 'register')],
          },
          page('/forgot-password', 'forgot-password'),
          page('/reset-password', 'reset-password'),
          page('/renew', 'renew', loadMailLink('renew')),
          page('/appeal', 'appeal', loadMailLink('appeal')),
          // Without the guard: it has a message of its own for visitors.
          page('/dashboard', 'dashboard', loadDashboard),
          ...staffPages,
          page('*', 'not-found', loadNotFound),
        ],
      },
    ],
  },
]
