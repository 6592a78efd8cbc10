import type { APIRequestContext, Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { subletTexts } from '#regions/sublets.ts'
import { listingInputs as inputs } from '../support/listing-inputs.ts'
import { expect } from './fixtures.ts'
import { createListing } from './listings.ts'
import { banNewStudent, logInAsAdmin, logInAsModerator, reportListing } from './moderators.ts'
import type { Seed } from './seed-site.ts'
import { logInAsNewStudent } from './students.ts'
import { createThread } from './threads.ts'

/** The screens of the seeded site. Ada has listings there, Bob has none. */
export const seededScreens: Record<'visitor' | 'bob' | 'ada', string[]> = {
  visitor: [
    '/',
    '/about',
    '/rules',
    '/privacy',
    '/rules/changes',
    '/about/changes',
    '/privacy/changes',
    '/sell',
    '/sell?shared=1',
    '/offline',
    '/search',
    '/search?q=room',
    '/search?q=igloo',
    '/rentals',
    '/rentals?amenity=Furnished&max_price=700',
    '/rentals?q=igloo',
    '/textbooks',
    '/textbooks/isbn/9783319110790',
    '/misc',
    '/rentals/:house',
    '/rentals/compare?ids=:house&term=2027-winter',
    '/rentals/compare',
    '/textbooks/:textbook',
    '/misc/:lamp',
    '/misc/:lamp/contact',
    '/students/:ada',
    '/login',
    '/register',
    '/forgot-password',
    // The order matters: the other way round only the part after # changes, and the browser loads nothing.
    '/reset-password#token=unknown',
    '/reset-password',
    '/renew?token=unknown',
    '/appeal?token=unknown',
    '/export?token=unknown',
    '/unsubscribe?token=unknown',
    '/meeting?token=unknown',
    '/login/university',
    '/dashboard',
    '/setup',
    '/setup/names',
    '/setup/done',
    '/rentals/0',
    '/nothing/here',
  ],
  bob: [
    '/',
    '/rentals',
    '/rentals/:house',
    '/rentals/:house/contact',
    '/textbooks/:textbook/contact',
    '/students/:ada',
    '/dashboard',
    '/saved',
    '/account',
    '/rentals/create',
    '/textbooks/create',
    '/misc/create',
    '/moderation',
  ],
  ada: ['/dashboard', '/rentals/:house', '/misc/create?id=:lamp', '/messages'],
}

export const seededUrl = (path: string, { ada, houseId, textbookId, lampId }: Seed) =>
  path
    .replace(':house', String(houseId))
    .replace(':textbook', String(textbookId))
    .replace(':lamp', String(lampId))
    .replace(':ada', String(ada.id))

/** Screens that a test creates its own students and listings for. */
interface PreparedScreens {
  /** The paths of the screens in the route table. */
  routes: string[]
  /** Creates the content of the screens and logs the page in. Returns the URLs of the screens. */
  prepare: (
    page: Page,
    request: APIRequestContext,
    server: { dataDir: string },
  ) => Promise<string[]>
}

/** The screens of the site that tests add to. */
export const preparedScreens: PreparedScreens[] = [
  {
    routes: ['/messages', '/messages/:id'],
    prepare: async (page, request) => {
      const { id, answer } = await createThread(page, request)
      await answer('I can come by after class.')
      return [pagePaths.messages, pagePaths.thread(id)]
    },
  },
  {
    routes: ['/saved'],
    prepare: async (page) => {
      await logInAsNewStudent(page)
      const id = await createListing(page, 'misc')
      await logInAsNewStudent(page)
      await page.request.put(apiPaths.favourite('misc', id))
      const data = { category: 'rental', query: 'q=room&max_price=900' }
      await page.request.post(apiPaths.savedSearches, { data })
      return [pagePaths.saved]
    },
  },
  {
    routes: ['/wanted', '/wanted/create', '/wanted/:id', '/wanted/:id/contact'],
    prepare: async (page) => {
      await logInAsNewStudent(page)
      const data = inputs.wanted
      const { id } = await (await page.request.post(apiPaths.list('wanted'), { data })).json()
      await logInAsNewStudent(page)
      const place = { is_shared: true, num_beds: 3 }
      const placeId = await createListing(page, 'rentals', place)
      return [
        ...[pagePaths.browse('wanted'), pagePaths.create('wanted')],
        ...[pagePaths.listing('wanted', id), pagePaths.contact('wanted', id)],
        // It says who is looking for this.
        pagePaths.listing('rental', placeId),
      ]
    },
  },
  {
    routes: ['/moving-out', '/moving-out/:id'],
    prepare: async (page) => {
      await logInAsNewStudent(page)
      const { photos } = inputs.misc
      const items = ['Lamp', 'Chair', 'Shelf'].map((title) => ({ title, price: 15, photos }))
      const data = {
        ...{ client_id: crypto.randomUUID(), items, bundle_price: 30, anyway: true },
        ...{ place: 'The lobby of my building', pickup_window: 'Sat 10 am to 6 pm' },
      }
      const { id } = await (await page.request.post(apiPaths.movingSales, { data })).json()
      return [pagePaths.movingOutForm, pagePaths.movingOut(id)]
    },
  },
  {
    routes: ['/rentals/:id/letter'],
    prepare: async (page, _, server) => {
      await logInAsAdmin(page, server)
      const { settings, version } = await (await page.request.get(apiPaths.settings)).json()
      const { version: textVersion } = subletTexts['CA-ON']
      const by = 'Jo Lawyer'
      const check = { region: 'CA-ON', version: textVersion, by, on: '2026-11-18' }
      const data = { settings: { ...settings, legalChecks: [check] }, basedOn: version }
      expect((await page.request.put(apiPaths.settings, { data })).status()).toBe(200)
      await logInAsNewStudent(page)
      const id = await createListing(page, 'rentals', { is_sublet: true })
      return [pagePaths.letter('rental', id), pagePaths.listing('rental', id)]
    },
  },
  {
    routes: ['/export'],
    prepare: async (page, _, server) => [await banNewStudent(page, server)],
  },
  {
    routes: [
      '/moderation',
      '/moderation/misc/:id',
      '/moderation/students',
      '/moderation/students/:id',
      '/moderation/log',
      '/moderation/figures',
      '/moderation/rehearsal',
    ],
    prepare: async (page, _, server) => {
      await logInAsNewStudent(page)
      const listingId = await createListing(page, 'misc')
      const { id: sellerId } = await (await page.request.get(apiPaths.me)).json()
      await reportListing(page, listingId, { reason: 'scam', note: 'Wants a deposit first.' })
      await logInAsModerator(page, server)
      return [
        pagePaths.moderation(),
        pagePaths.moderatedListing('misc', listingId),
        pagePaths.moderatedStudents(),
        pagePaths.moderatedStudent(sellerId),
        pagePaths.moderationLog(),
        pagePaths.moderationFigures,
        pagePaths.moderationRehearsal,
      ]
    },
  },
  {
    routes: [
      '/admin',
      '/admin/settings',
      '/admin/settings/texts',
      '/admin/roles',
      '/admin/handover',
      '/admin/announcements',
    ],
    prepare: async (page, _, server) => {
      await logInAsAdmin(page, server)
      const { admin, settings, texts, roles, handover, announcements } = pagePaths
      // A link to a section of the settings opens it.
      const sections = ['names', 'legal', 'look'].map((id) => `${settings}#${id}`)
      return [admin, settings, ...sections, texts, roles, handover, announcements]
    },
  },
]
