import {
  categories,
  categoriesWithCopies,
  categoriesWithSublets,
  comparableCategories,
} from '#categories/index.ts'
import { infoPages, pagePaths, textChangesPages } from './paths.ts'

/** Every page as a router pattern. A test compares the list with the routes. */
export const pageRoutes: string[] = [
  ...infoPages,
  pagePaths.search(),
  pagePaths.register,
  pagePaths.forgotPassword,
  pagePaths.resetPassword,
  '/renew',
  '/appeal',
  '/export',
  '/unsubscribe',
  pagePaths.movingOutForm,
  '/moving-out/:id',
  '/meeting',
  pagePaths.dashboard,
  pagePaths.offline,
  pagePaths.account,
  pagePaths.messages,
  '/messages/:id',
  pagePaths.saved,
  pagePaths.login(),
  pagePaths.universityLogin,
  '/students/:id',
  ...categories.flatMap(({ path }) => [
    `/${path}`,
    `/${path}/create`,
    `/${path}/:id`,
    `/${path}/:id/contact`,
  ]),
  ...categoriesWithCopies.map(({ path, copies }) => `/${path}/${copies.segment}/:value`),
  ...comparableCategories.map(({ path }) => `/${path}/compare`),
  ...categoriesWithSublets.map(({ path }) => `/${path}/:id/letter`),
  pagePaths.moderation(),
  ...categories.map(({ path }) => `/moderation/${path}/:id`),
  pagePaths.moderatedStudents(),
  '/moderation/students/:id',
  pagePaths.moderationLog(),
  pagePaths.moderationFigures,
  pagePaths.moderationRehearsal,
  pagePaths.admin,
  pagePaths.settings,
  pagePaths.setup,
  pagePaths.setupDone,
  '/setup/:step',
  pagePaths.texts,
  ...textChangesPages,
  pagePaths.roles,
  pagePaths.handover,
  pagePaths.announcements,
]

/** Any path except the home page may end with a slash: "//" would begin with a host. */
const pagePattern = new RegExp(
  `^(?!//)(?:${pageRoutes.join('|').replaceAll(/:\w+/g, '[\\w-]+')})/?$`,
)

/** Returns the page to show after login: a page of this site, never its API or another origin (open redirect). */
export function safeReturnPath(next: string | null | undefined): string {
  // The URL parser drops control characters and turns backslashes into slashes.
  if (!next || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(next)) return pagePaths.dashboard
  const { pathname, search, hash } = new URL(next, 'https://site.invalid')
  // The path is decoded as in the server's router: "/%61pi" is "/api".
  const path = decodePath(pathname)
  return pagePattern.test(path) ? path + search + hash : pagePaths.dashboard
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
