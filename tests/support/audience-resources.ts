import {
  type CategoryId,
  categories,
  categoriesWithCopies,
  categoriesWithSublets,
  categoryById,
  comparableCategories,
  isForConfirmed,
  tabsOf,
} from '#categories/index.ts'
import { apiPaths, pagePaths, textChangesPages } from '#contract/paths.ts'
import { textNames } from '#contract/site-text-rules.ts'
import type { ListingAccess } from '#server/policies.ts'
import { type AudienceSite, audienceIsbn, type Person, type Student } from './audience-site.ts'
import { listingInputs } from './listing-inputs.ts'

/**
 * The kind of a person's answer. shared: the same bytes as for their whole audience. plain: nothing personal, made for the
 * request. personal, forbidden: for this person only. public: any cache may store it.
 */
export type Kind =
  | 'shared'
  | 'plain'
  | 'personal'
  | 'forbidden'
  | 'public'
  | 'redirect'
  | 'refused'
  | 'missing'

export interface Resource {
  /** The route as the route table or the app's list of routes has it. */
  route: string
  url: string
  kind: (person: Person) => Kind
  /** The students whose listings, and thus names, the resource shows. */
  sellers?: Student[]
  /** Whether it shows the names of the student and the seller, who have written to each other, to these two only. */
  hasThread?: boolean
  /** Whether it shows the student the seller's listing, which they have saved. Nobody else sees what is saved. */
  hasFavourites?: boolean
  /** Whether it shows what is new for the student who reads it: listings of others, and unread messages. */
  hasFeed?: boolean
  /** The student whose address it gives to those it is personal for. */
  address?: Student
  /** The students whose addresses it gives to an admin. */
  addresses?: Student[]
  /** The students who see how often their listings were viewed and saved. */
  viewCounts?: Student[]
  /** The students who see the id of the signal on the owner's last listing, and those who see the owner's answer to it. */
  signalIds?: Student[]
  answers?: Student[]
  /** On the page of a listing: its owner, and where they edit it. */
  owner?: Student
  editPath?: string
}

const always = (kind: Kind) => () => kind
const byLogin = (visitor: Kind, student: Kind) => (person: Person) =>
  person === 'visitor' ? visitor : student

/** Returns the kind of a thread's resource, which is personal for its two students. */
const forCorrespondents = (visitor: Kind) => (person: Person) =>
  person === 'owner' ? 'missing' : byLogin(visitor, 'personal')(person)

/** Returns whether this is the category in which a listing of the owner has a signal. */
const isLast = (category: CategoryId) => category === categories.at(-1)?.id

const sellersIn = ({ listings }: AudienceSite, id: string) =>
  listings.filter(({ category }) => category === id).map(({ seller }) => seller)

/** Returns every page of the route table, some at several URLs. */
export function pageResources(site: AudienceSite, access: ListingAccess): Resource[] {
  const { listings, studentIds } = site
  const isOpen = access === 'open'
  const needsSession = access === 'members'
  const missingListing = byLogin(needsSession ? 'redirect' : 'missing', 'missing')
  const otherSpelling = byLogin('plain', 'personal')
  const fixed: Resource[] = [
    ...['/', '/?utm_source=a'].map((url) => ({
      route: '/',
      url,
      kind: byLogin('shared', 'personal'),
      hasFeed: true,
    })),
    { route: '/about', url: '/about', kind: always('shared') },
    { route: '/about', url: '/about/', kind: otherSpelling },
    { route: '/privacy', url: '/privacy', kind: always('shared') },
    { route: '/rules', url: pagePaths.rules, kind: always('shared') },
    ...textChangesPages.map((path) => ({ route: path, url: path, kind: always('shared') })),
    { route: '/sell', url: pagePaths.sell, kind: always('shared') },
    { route: '/search', url: pagePaths.search(), kind: always('shared') },
    { route: '/login', url: '/login', kind: byLogin('shared', 'redirect') },
    { route: '/login', url: pagePaths.login('/about'), kind: byLogin('plain', 'redirect') },
    { route: '/register', url: '/register', kind: byLogin('shared', 'redirect') },
    { route: '/forgot-password', url: '/forgot-password', kind: always('shared') },
    { route: '/reset-password', url: pagePaths.resetPassword, kind: always('shared') },
    { route: '/reset-password', url: '/reset-password?token=x', kind: otherSpelling },
    { route: '/renew', url: pagePaths.renew('x'), kind: always('missing') },
    { route: '/appeal', url: pagePaths.appeal('x'), kind: always('missing') },
    {
      route: pagePaths.universityLogin,
      url: pagePaths.universityLogin,
      kind: always('missing'),
    },
    { route: '/export', url: pagePaths.exportData('x'), kind: always('missing') },
    { route: '/unsubscribe', url: pagePaths.unsubscribe('x'), kind: always('missing') },
    { route: '/meeting', url: pagePaths.sharedMeeting('x'), kind: always('missing') },
    { route: '/offline', url: pagePaths.offline, kind: byLogin('plain', 'personal') },
    {
      route: '/dashboard',
      url: '/dashboard',
      kind: byLogin('plain', 'personal'),
      viewCounts: ['seller', 'owner'],
      signalIds: ['owner'],
    },
    { route: '/account', url: '/account', kind: byLogin('redirect', 'personal') },
    {
      route: '/saved',
      url: pagePaths.saved,
      kind: byLogin('redirect', 'personal'),
      hasFavourites: true,
    },
    {
      route: '/messages',
      url: pagePaths.messages,
      kind: byLogin('redirect', 'personal'),
      hasThread: true,
    },
    {
      route: '/messages/:id',
      url: pagePaths.thread(site.threadId),
      kind: forCorrespondents('redirect'),
      hasThread: true,
    },
    {
      route: '/students/:id',
      url: pagePaths.student(studentIds.owner),
      kind: byLogin(needsSession ? 'redirect' : 'plain', 'personal'),
      sellers: ['owner'],
    },
    {
      route: '/students/:id',
      url: pagePaths.student(studentIds.student),
      kind: byLogin(needsSession ? 'redirect' : 'missing', 'personal'),
      sellers: ['student'],
    },
    {
      route: pagePaths.movingOutForm,
      url: pagePaths.movingOutForm,
      kind: byLogin('redirect', 'personal'),
    },
    {
      route: '/moving-out/:id',
      url: pagePaths.movingOut(site.movingSaleId),
      kind: byLogin(needsSession ? 'redirect' : 'plain', 'personal'),
      sellers: ['owner'],
    },
    { route: '*', url: '/nowhere', kind: always('missing') },
  ]
  const browse = categories.flatMap((category): Resource[] => {
    const { id, path, apiNames } = category
    const isGated = isForConfirmed(category)
    return [
      {
        route: '/search',
        url: pagePaths.search(String(listingInputs[id][apiNames.title]), true),
        kind: always('shared'),
        sellers: isGated ? [] : sellersIn(site, id),
      },
      {
        route: `/${path}`,
        url: `/${path}`,
        kind: byLogin(isGated ? 'redirect' : 'shared', 'shared'),
        sellers: sellersIn(site, id),
      },
      {
        route: `/${path}/create`,
        url: pagePaths.create(id),
        kind: byLogin('redirect', 'shared'),
      },
    ]
  })
  const copies = categoriesWithCopies.flatMap(({ id, path, copies }): Resource[] => {
    const page = { route: `/${path}/${copies.segment}/:value`, sellers: sellersIn(site, id) }
    const url = pagePaths.copies(id, audienceIsbn)
    return [
      { ...page, url, kind: always('shared') },
      { ...page, url: `${url}?utm_source=a`, kind: always('shared') },
      { ...page, url: pagePaths.copies(id, '123'), kind: always('missing') },
    ]
  })
  const compared = comparableCategories.flatMap(({ id, path }): Resource[] => {
    const page = { route: `/${path}/compare`, sellers: sellersIn(site, id) }
    const ids = listings.filter(({ category }) => category === id).map((listing) => listing.id)
    const kind = byLogin(needsSession ? 'redirect' : 'shared', 'shared')
    return [
      { ...page, url: pagePaths.compare(id, ids), kind },
      { route: page.route, url: pagePaths.compare(id), kind: always('missing') },
    ]
  })
  // The legal texts are off until somebody has checked them. Others than the owner never have a letter.
  const letters = categoriesWithSublets.flatMap(({ id, path }): Resource[] =>
    listings
      .filter(({ category }) => category === id)
      .map((listing) => ({
        route: `/${path}/:id/letter`,
        url: pagePaths.letter(id, listing.id),
        kind: byLogin('redirect', 'missing'),
      })),
  )
  const spellings = listings.slice(-1).flatMap(({ seller, category, id }): Resource[] => {
    const path = pagePaths.browse(category)
    const list = { route: path, sellers: sellersIn(site, category) }
    const listing = { route: `${path}/:id`, sellers: [seller] }
    return [
      { ...list, url: `${path}?order=price&utm_source=a`, kind: always('shared') },
      { ...list, url: `${path.toUpperCase()}/?utm_source=a`, kind: always('redirect') },
      { ...listing, url: pagePaths.listing(category, 999), kind: missingListing },
      {
        ...listing,
        url: `${pagePaths.listing(category, id)}/`,
        address: seller,
        kind: byLogin(needsSession ? 'redirect' : isOpen ? 'personal' : 'plain', 'personal'),
      },
    ]
  })
  const perListing = listings.flatMap(({ seller, category, id }): Resource[] => {
    const path = pagePaths.browse(category)
    const editPath = pagePaths.edit(category, id)
    // The browser fetches the content below the listing.
    const page = {
      route: `${path}/:id`,
      sellers: [seller],
      owner: seller,
      editPath,
    }
    const withAddress = { sellers: [seller], address: seller }
    const isGated = isForConfirmed(categoryById[category])
    const visitor = byLogin(needsSession || isGated ? 'redirect' : 'shared', 'shared')
    return [
      {
        ...page,
        url: pagePaths.listing(category, id),
        kind: (person) => (person === seller ? 'personal' : visitor(person)),
      },
      {
        ...withAddress,
        route: `${path}/:id/contact`,
        url: pagePaths.contact(category, id),
        // Sellers are redirected to their listing.
        kind: (person) =>
          person === seller
            ? 'redirect'
            : byLogin(isOpen && !isGated ? 'personal' : 'redirect', 'personal')(person),
      },
      {
        ...withAddress,
        route: `${path}/create`,
        url: editPath,
        kind: (person) =>
          person === seller ? 'personal' : byLogin('redirect', 'forbidden')(person),
      },
    ]
  })
  const moderation = moderationResources(site).filter((resource) => isPageUrl(resource.url))
  return [
    ...fixed,
    ...browse,
    ...copies,
    ...compared,
    ...letters,
    ...spellings,
    ...perListing,
    ...moderation,
  ]
}

const isPageUrl = (url: string) => !url.startsWith('/api/')

/**
 * Returns the pages and calls of moderators, which nobody else can see. The `moderator` has no listings. An admin has also
 * looked up the seller's address.
 */
export function moderationResources(
  site: AudienceSite,
  moderator?: Student,
  isAdmin = false,
): Resource[] {
  const { listings, studentIds } = site
  const page = (person: Person) => (person === moderator ? 'personal' : 'missing')
  const call = (person: Person) => (person === 'visitor' ? 'refused' : page(person))
  const forAdmin = (kind: Resource['kind']) => (person: Person) =>
    person === moderator && !isAdmin ? 'missing' : kind(person)
  const moderators = moderator ? [moderator] : []
  const paths: [route: string, path: string, sellers: Student[], signalReaders?: Student[]][] = [
    ['/moderation/students', pagePaths.moderatedStudents(), ['seller', 'owner']],
    ['/moderation/students/:id', pagePaths.moderatedStudent(studentIds.seller), ['seller']],
    ['/moderation/log', pagePaths.moderationLog(), isAdmin ? ['seller'] : []],
    ['/moderation/figures', pagePaths.moderationFigures, []],
  ]
  for (const { category, id, seller } of listings.filter(({ seller }) => seller === 'owner')) {
    const route = `/moderation${pagePaths.browse(category)}/:id`
    const signalReaders = isLast(category) ? moderators : []
    paths.push([route, pagePaths.moderatedListing(category, id), [seller], signalReaders])
  }
  // The owner's answer is waiting in the queue.
  const queue = { sellers: ['owner' as const] }
  return [
    { route: '/setup', url: pagePaths.setup, kind: () => 'missing' },
    { route: '/setup/:step', url: pagePaths.setupStep('names'), kind: () => 'missing' },
    { route: '/setup/done', url: pagePaths.setupDone, kind: forAdmin(page) },
    { route: '/admin', url: pagePaths.admin, kind: forAdmin(page) },
    { route: '/api/admin/overview', url: apiPaths.overview, kind: forAdmin(call) },
    { route: '/admin/settings', url: pagePaths.settings, kind: forAdmin(page) },
    { route: '/api/admin/settings', url: apiPaths.settings, kind: forAdmin(call) },
    { route: '/admin/settings/texts', url: pagePaths.texts, kind: forAdmin(page) },
    { route: '/api/admin/texts', url: apiPaths.texts, kind: forAdmin(call) },
    { route: '/admin/roles', url: pagePaths.roles, kind: forAdmin(page) },
    { route: '/api/admin/roles', url: apiPaths.roles, kind: forAdmin(call) },
    { route: '/admin/handover', url: pagePaths.handover, kind: forAdmin(page) },
    { route: '/api/admin/handover', url: apiPaths.handover, kind: forAdmin(call) },
    { route: '/admin/announcements', url: pagePaths.announcements, kind: forAdmin(page) },
    { route: '/api/admin/announcements', url: apiPaths.announcements, kind: forAdmin(call) },
    { route: '/moderation/rehearsal', url: pagePaths.moderationRehearsal, kind: page },
    { ...queue, route: '/moderation', url: pagePaths.moderation(), kind: page },
    { ...queue, route: '/api/moderation/queue', url: apiPaths.moderationQueue(), kind: call },
    ...paths.flatMap(([route, path, sellers, signalReaders = []]): Resource[] => {
      const addresses = isAdmin && route.startsWith('/moderation/students') ? sellers : []
      const shown = { sellers, addresses, signalIds: signalReaders, answers: signalReaders }
      return [
        { ...shown, route, url: path, kind: page },
        { ...shown, route: `/api${route}`, url: `/api${path}`, kind: call },
      ]
    }),
  ]
}

/** Returns every route of the app that answers GET, except logout. */
export function apiResources(site: AudienceSite, access: ListingAccess): Resource[] {
  const { listings, studentIds } = site
  const hasPublicListings = access !== 'members'
  const paths: [path: string, kind: Kind][] = [
    [apiPaths.me, 'personal'],
    [apiPaths.health, 'plain'],
    [apiPaths.openapi, 'plain'],
    [apiPaths.docs, 'plain'],
    [`${apiPaths.docs}/style.css`, 'plain'],
    [`${apiPaths.docs}/headings.woff2`, 'public'],
    [apiPaths.loginWays, 'plain'],
    ['/.well-known/change-password', 'redirect'],
    ['/robots.txt', 'public'],
    ['/sitemap.xml', 'public'],
    ['/sitemap-pages.xml', 'public'],
  ]
  const fixed: Resource[] = [
    ...paths.map(([path, kind]) => ({ route: path, url: path, kind: always(kind) })),
    ...textNames
      .flatMap((name) => [apiPaths.text(name), apiPaths.textChanges(name)])
      .map((path) => ({ route: path, url: path, kind: always('shared') })),
    {
      route: '/api/moving-out/:id',
      url: apiPaths.movingSale(site.movingSaleId),
      kind: byLogin(hasPublicListings ? 'personal' : 'refused', 'personal'),
      sellers: ['owner'],
    },
    {
      route: '/api/users/:id',
      url: apiPaths.user(studentIds.owner),
      kind: byLogin(hasPublicListings ? 'personal' : 'refused', 'personal'),
      sellers: ['owner'],
    },
    {
      route: '/api/users/:id',
      url: apiPaths.user(studentIds.student),
      kind: byLogin(hasPublicListings ? 'missing' : 'refused', 'personal'),
      sellers: ['student'],
    },
    { route: '/api/uploads/:file', url: '/api/uploads/none.webp', kind: always('missing') },
    { route: '/brand/:key/:file', url: '/brand/0/none.png', kind: always('missing') },
    {
      route: apiPaths.waitingUniversityLogin,
      url: apiPaths.waitingUniversityLogin,
      kind: always('missing'),
    },
    ...['/api/auth/university/:provider', '/api/auth/university/:provider/callback'].map(
      (route) => ({
        route,
        url: route.replace(':provider', 'waterloo'),
        kind: always('missing'),
      }),
    ),
    { route: '/api/appeal', url: apiPaths.appeal('x'), kind: always('missing') },
    { route: '/api/renew-link', url: apiPaths.renewLink('x'), kind: always('missing') },
    { route: '/api/export-link', url: apiPaths.exportLink('x'), kind: always('missing') },
    { route: '/api/unsubscribe-link', url: apiPaths.unsubscribeLink('x'), kind: always('missing') },
    { route: '/api/meeting-link', url: apiPaths.meetingLink('x'), kind: always('missing') },
    ...[
      apiPaths.account,
      apiPaths.sessions,
      apiPaths.securityEvents,
      apiPaths.security,
      apiPaths.blocks,
      apiPaths.missedMeetings,
      apiPaths.savedSearches,
    ].map((path) => ({ route: path, url: path, kind: byLogin('refused', 'personal') })),
    {
      route: apiPaths.favourites,
      url: apiPaths.favourites,
      kind: byLogin('refused', 'personal'),
      hasFavourites: true,
    },
    {
      route: apiPaths.home,
      url: apiPaths.home,
      kind: byLogin('refused', 'personal'),
      hasFeed: true,
    },
    {
      route: apiPaths.accountExport,
      url: apiPaths.accountExport,
      kind: byLogin('refused', 'personal'),
      hasThread: true,
      answers: ['owner'],
    },
    {
      route: apiPaths.threads(),
      url: apiPaths.threads(),
      kind: byLogin('refused', 'personal'),
      hasThread: true,
    },
    {
      route: '/api/threads/:id/messages',
      url: apiPaths.messages(site.threadId),
      kind: forCorrespondents('refused'),
      hasThread: true,
    },
    {
      route: '/api/threads/:id/meetings/:meeting/meeting.ics',
      url: apiPaths.meetingCalendar(site.threadId, 987_654),
      kind: byLogin('refused', 'missing'),
    },
  ]
  const perCategory = categories.flatMap((category): Resource[] => {
    const { id, path, apiNames } = category
    const sellers = sellersIn(site, id)
    const list = { route: `/api/${path}`, sellers }
    const search = new URLSearchParams({ q: String(listingInputs[id][apiNames.title]) })
    const isGated = isForConfirmed(category)
    const lists: Resource[] = [
      { ...list, url: apiPaths.list(id), kind: byLogin(isGated ? 'refused' : 'shared', 'shared') },
      {
        ...list,
        url: apiPaths.list(id, search),
        kind: byLogin(isGated ? 'refused' : 'plain', 'plain'),
      },
    ]
    if (isGated) return lists
    return [
      ...lists,
      {
        route: `/${path}/feed.xml`,
        url: pagePaths.feed(id),
        kind: always('public'),
        sellers: hasPublicListings ? sellers : [],
      },
      {
        route: `/sitemap-${path}-:part(^\\d{1,6}).xml`,
        url: `/sitemap-${path}-0.xml`,
        kind: always(hasPublicListings ? 'public' : 'missing'),
      },
    ]
  })
  const copies = categoriesWithCopies.map(({ id, path, copies }): Resource => {
    const { segment, field } = copies
    return {
      route: `/api/${path}/${segment}/:${field}`,
      url: apiPaths.copies(id, audienceIsbn),
      kind: always('shared'),
      sellers: sellersIn(site, id),
    }
  })
  const perListing = listings.flatMap(({ seller, category, id }): Resource[] => {
    const path = apiPaths.list(category)
    const withAddress = { sellers: [seller], address: seller }
    const isGated = isForConfirmed(categoryById[category])
    const contact = byLogin(access === 'open' && !isGated ? 'personal' : 'refused', 'personal')
    const fits: Resource = {
      route: `${path}/:id/fits`,
      url: apiPaths.fits(category, id),
      // The only request on the site is the owner's own.
      kind: (person) => (person === seller ? 'personal' : byLogin('refused', 'forbidden')(person)),
    }
    const household: Resource = {
      route: `${path}/:id/household`,
      url: apiPaths.household(category, id),
      kind: byLogin('refused', 'personal'),
    }
    return [
      ...(tabsOf(categoryById[category]).length > 0 ? [fits, household] : []),
      {
        ...withAddress,
        route: `${path}/:id`,
        url: apiPaths.listing(category, id),
        kind: access === 'contact' && !isGated ? byLogin('shared', 'personal') : contact,
      },
      {
        ...withAddress,
        route: `${path}/:id/contact`,
        url: apiPaths.contact(category, id),
        kind: contact,
      },
      ...(isForConfirmed(categoryById[category])
        ? []
        : [
            {
              route: `${path}/sale-prices`,
              url: apiPaths.salePrices(category, 'like=x'),
              kind: always('plain'),
            },
          ]),
      {
        route: `${path}/:id/similar`,
        url: apiPaths.similar(category, id),
        kind: byLogin(isGated ? 'refused' : 'shared', 'shared'),
        sellers: sellersIn(site, category).filter((other) => other !== seller),
      },
      {
        route: `${path}/:id/photos/:file`,
        url: `${apiPaths.listing(category, id)}/photos/none.webp`,
        kind: (person) => (person === seller ? 'missing' : byLogin('refused', 'forbidden')(person)),
      },
      {
        route: path.replace('/api/', '/api/users/:id/'),
        url: apiPaths.userListings(studentIds[seller], category),
        kind: (person) =>
          person === seller ? 'personal' : byLogin(isGated ? 'refused' : 'plain', 'plain')(person),
        sellers: [seller],
        viewCounts: [seller],
        signalIds: seller === 'owner' && isLast(category) ? ['owner'] : [],
      },
    ]
  })
  const moderation = moderationResources(site).filter((resource) => !isPageUrl(resource.url))
  const suggestions: Resource = {
    route: '/api/suggestions',
    url: apiPaths.suggestions('text'),
    kind: always('plain'),
  }
  return [...fixed, suggestions, ...perCategory, ...copies, ...perListing, ...moderation]
}
