import type { ReactNode } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { categories, categoriesWithCopies } from '#categories/index.ts'
import { loadBrowse } from './pages/browse.loader.ts'
import { loadListing } from './pages/listing.loader.ts'
import { loadNotFound } from './pages/not-found.loader.ts'
import { redirectLoggedIn, requireLogin } from './session/session-guards.ts'
import { PageError } from './site/page-error.tsx'
import { SiteShell } from './site/site-shell.tsx'
import { loadCode } from './ui/load-code.ts'

type PageModule = { Component: () => ReactNode }

const files = import.meta.glob<PageModule>([
  './pages/*.tsx',
  '!./pages/*.test.tsx',
  '!./pages/{message,moderation,staff}*.tsx',
])

/** What the server reads from the matched route. */
export interface RouteHandle {
  /** The page's source file, as the build's manifest names it. */
  source: string
}

/** The examples of every component are for developers and tests; the production build has no such page. */
const designPages: RouteObject[] =
  import.meta.env.MODE === 'production'
    ? []
    : Object.entries(import.meta.glob<PageModule>('../../dev/design/design.tsx')).map(
        ([file, importPage]) => ({
          id: '/design',
          path: '/design',
          lazy: () => loadCode(importPage),
          loader: () => null,
          handle: { source: file.replace('../../', '') } satisfies RouteHandle,
        }),
      )

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

/** One whose module exports the loader too, so that first visits to lists and listings, which most are, do without it. */
function pageWithLoader(path: string, name: string): RouteObject {
  const { loader: _, ...route } = page(path, name)
  return route
}

/** A page of moderators. All of them are one chunk with their loaders, of which other readers load nothing. */
function staffPage(path: string, name: keyof typeof import('./pages/staff-pages.ts')): RouteObject {
  const handle: RouteHandle = { source: 'src/web/pages/staff-pages.ts' }
  const lazy = async () => (await loadCode(() => import('./pages/staff-pages.ts')))[name]
  return { id: path, path, lazy, handle }
}

/** The list of threads, and inside it the one that is open: one chunk with their loaders. */
function messagePages(): RouteObject {
  const handle: RouteHandle = { source: 'src/web/pages/messages-pages.ts' }
  const lazyPage = (name: keyof typeof import('./pages/messages-pages.ts')) => async () =>
    (await loadCode(() => import('./pages/messages-pages.ts')))[name]
  return {
    id: '/messages',
    path: '/messages',
    lazy: lazyPage('messages'),
    handle,
    children: [
      { id: '/messages index', index: true, lazy: lazyPage('noThread'), handle },
      { id: '/messages/:id', path: '/messages/:id', lazy: lazyPage('thread'), handle },
    ],
  }
}

/** No page of the site leads to one, so its loader runs on the server: no other page loads the code. */
const loadMailLink =
  (name: 'renew' | 'appeal' | 'export' | 'unsubscribe'): LoaderFunction =>
  async (args) =>
    (await import('./pages/mail-link.loader.ts')).mailLinkLoaders[name](args)

const categoryPages = categories.flatMap(({ path }) => [
  page(`/${path}`, 'browse', loadBrowse),
  page(`/${path}/:id`, 'listing', loadListing),
  pageWithLoader(`/${path}/:id/contact`, 'contact'),
])

const copiesPages = categoriesWithCopies.map(({ path, copies }) =>
  pageWithLoader(`/${path}/${copies.segment}/:value`, 'copies'),
)

const listingForms = categories.map(({ path }) => pageWithLoader(`/${path}/create`, 'listing-form'))

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
          pageWithLoader('/', 'landing'),
          page('/about', 'about'),
          page('/rules', 'rules'),
          page('/privacy', 'privacy'),
          pageWithLoader('/search', 'search'),
          page('/sell', 'sell'),
          ...designPages,
          ...categoryPages,
          ...copiesPages,
          pageWithLoader('/students/:id', 'student'),
          {
            id: 'for students',
            middleware: [requireLogin],
            children: [
              ...listingForms,
              pageWithLoader('/account', 'account'),
              pageWithLoader('/saved', 'saved'),
              messagePages(),
            ],
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
          page('/export', 'export', loadMailLink('export')),
          page('/unsubscribe', 'unsubscribe', loadMailLink('unsubscribe')),
          // Without the guard: it has a message of its own for visitors.
          pageWithLoader('/dashboard', 'dashboard'),
          ...staffPages,
          page('*', 'not-found', loadNotFound),
        ],
      },
    ],
  },
]
