import type { ReactNode } from 'react'
import type { LoaderFunction, NonIndexRouteObject, RouteObject } from 'react-router'
import {
  categories,
  categoriesWithCopies,
  categoriesWithSublets,
  comparableCategories,
} from '#categories/index.ts'
import { textChangesPages } from '#contract/paths.ts'
import { loadBrowse, loadListing } from './pages/eager-loaders.ts'
import { redirectLoggedIn, requireLogin } from './session/login-redirects.tsx'
import { PageError } from './site/page-error.tsx'
import { SetupShell } from './site/setup-shell.tsx'
import { SiteShell } from './site/site-shell.tsx'
import { loadCode } from './ui/load-code.ts'

type PageModule = { Component: () => ReactNode; loader?: LoaderFunction }

const files = import.meta.glob<PageModule>([
  './pages/*.tsx',
  '!./pages/*.test.tsx',
  '!./pages/*-page.tsx',
])

export interface RouteHandle {
  /** The page's source file, as the build's manifest names it. */
  source: string
}

/** Examples of every component, for developers and tests. The production build has no such page. */
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

/** Loads the code of a page before it is opened. A failure does not matter: the navigation tries again. */
export async function preloadPage(name: string) {
  const importPage = files[`./pages/${name}.tsx`]
  if (importPage) await loadCode(importPage).catch(() => undefined)
}

/** Loads the code of all pages one after the other, so that no student's request has to wait for it. */
export async function loadAllPages() {
  for (const importPage of Object.values(files)) await loadCode(importPage)
}

/**
 * Makes the route of a page from pages/. Its code and the loader that it exports are loaded on the first visit. An eager
 * loader is part of the app's code instead, so that data and code are requested at the same time.
 */
function page(path: string, name: string, eagerLoader?: LoaderFunction): NonIndexRouteObject {
  const file = `./pages/${name}.tsx`
  const importPage = files[file]
  if (!importPage) throw new Error(`There is no page file ${file} for ${path}`)
  const handle: RouteHandle = { source: file.replace('./', 'src/web/') }
  const lazy = () => loadCode(importPage)
  return { id: path, path, lazy, handle, ...(eagerLoader && { loader: eagerLoader }) }
}

const categoryPages = categories.flatMap(({ path }) => [
  page(`/${path}`, 'browse', loadBrowse),
  page(`/${path}/:id`, 'listing', loadListing),
  page(`/${path}/:id/contact`, 'contact'),
])

const copiesPages = categoriesWithCopies.map(({ path, copies }) =>
  page(`/${path}/${copies.segment}/:value`, 'copies'),
)

const comparePages = comparableCategories.map(({ path }) => page(`/${path}/compare`, 'compare'))

const letterPages = categoriesWithSublets.map(({ path }) => page(`/${path}/:id/letter`, 'letter'))

const listingForms = categories.map(({ path }) => page(`/${path}/create`, 'listing-form'))

const moderationPages = [
  page('/moderation', 'moderation-queue'),
  ...categories.map(({ path }) => page(`/moderation/${path}/:id`, 'moderation-listing')),
  page('/moderation/students', 'moderation-students'),
  page('/moderation/students/:id', 'moderation-student'),
  page('/moderation/log', 'moderation-log'),
  page('/moderation/figures', 'moderation-figures'),
  page('/moderation/rehearsal', 'moderation-rehearsal'),
  page('/admin', 'admin'),
  page('/admin/settings', 'settings'),
  page('/admin/settings/texts', 'texts'),
  page('/admin/roles', 'roles'),
  page('/admin/handover', 'handover'),
  page('/admin/announcements', 'announcements'),
]

export const routes: RouteObject[] = [
  {
    Component: SiteShell,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          page('/', 'landing'),
          page('/about', 'about'),
          page('/rules', 'rules'),
          page('/privacy', 'privacy'),
          ...textChangesPages.map((path) => page(path, 'text-changes')),
          page('/search', 'search'),
          page('/sell', 'sell'),
          page('/offline', 'offline'),
          ...designPages,
          ...categoryPages,
          ...copiesPages,
          ...comparePages,
          page('/moving-out/:id', 'moving-out'),
          page('/students/:id', 'student'),
          {
            id: 'for students',
            middleware: [requireLogin],
            children: [
              ...listingForms,
              ...letterPages,
              page('/moving-out', 'moving-out-form'),
              page('/account', 'account'),
              page('/saved', 'saved'),
              {
                ...page('/messages', 'messages'),
                children: [page('/messages/:id', 'messages-thread')],
              },
            ],
          },
          {
            id: 'for visitors',
            middleware: [redirectLoggedIn],
            children: [page('/login', 'login'), page('/register', 'register')],
          },
          page('/login/university', 'university-login'),
          page('/forgot-password', 'forgot-password'),
          page('/reset-password', 'reset-password'),
          page('/renew', 'renew'),
          page('/appeal', 'appeal'),
          page('/export', 'export'),
          page('/unsubscribe', 'unsubscribe'),
          page('/meeting', 'meeting'),
          // The dashboard has its own message for visitors, so it needs no guard.
          page('/dashboard', 'dashboard'),
          ...moderationPages,
          page('/setup/done', 'setup-done'),
          page('*', 'not-found'),
        ],
      },
    ],
  },
  {
    Component: SetupShell,
    children: [
      {
        ErrorBoundary: PageError,
        children: [page('/setup', 'setup'), page('/setup/:step', 'setup')],
      },
    ],
  },
]
