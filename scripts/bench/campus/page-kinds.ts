import { publicCategories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Visit } from '#contract/visits.ts'
import type { Student } from '#tests/support/seed-through-api.ts'
import { createRandom, type SeededRandom } from '../../seed/seeded-random.ts'
import { createSearches } from '../searches.ts'
import type { CampusSite, ListingId } from './campus-site.ts'
import type { Kind, Send } from './open-loop.ts'
import { audienceShares, filesPerPage, type PageName, pageMix, pagesPerSecond } from './rates.ts'
import { browserHeaders, get, getPage, postJson } from './requests.ts'

const audiences = ['visitor', 'student'] as const

interface Page {
  path: string
  /** The path of the contact call, which a student's page makes for the seller's address. */
  contactPath?: string
}

/** Returns the pages that visitors and students open, each with the calls and files that follow it. */
export function createPageKinds(site: CampusSite): Kind[] {
  const random = createRandom(17, 0)
  const pages = createPages(site, random)

  async function openPage(
    send: Send,
    name: string,
    { path, contactPath }: Page,
    student?: Student,
  ) {
    const { failure } = await send(name, getPage(path, student))
    if (failure) return
    const files = Array.from({ length: filesPerPage }, () => random.pick(site.files))
    await Promise.all([
      student && send('GET /api/auth/me', get(apiPaths.me, student)),
      student && contactPath && send('contact', get(contactPath, student)),
      send('count a visit', postJson(apiPaths.visits, describeVisit(path), student)),
      ...files.map((file) => send('photo or file', get(file, student))),
    ])
  }

  return Object.entries(pages).flatMap(([page, nextPage]) =>
    audiences.map((audience): Kind => {
      const name = `${audience}: ${page}`
      const share = audienceShares[audience] * (pageMix[audience][page as PageName] / 100)
      const pickStudent = () => (audience === 'student' ? random.pick(site.students) : undefined)
      return {
        name,
        perSecond: pagesPerSecond * share,
        arrive: (send) => openPage(send, name, nextPage(), pickStudent()),
      }
    }),
  )
}

function createPages(
  { listings, newListings }: CampusSite,
  { pick }: SeededRandom,
): Record<PageName, () => Page> {
  const nextSearch = createSearches(listings)
  const listingPage = ({ category, id }: ListingId) => ({
    path: pagePaths.listing(category, id),
    contactPath: apiPaths.contact(category, id),
  })
  return {
    'landing page': () => ({ path: pagePaths.home }),
    'browse page': () => ({ path: pagePaths.browse(pick(publicCategories).id) }),
    'search page': () => {
      const { category, query } = nextSearch()
      return { path: pagePaths.browse(category, query) }
    },
    'page of a new listing': () => listingPage(pick(newListings)),
    'page of any listing': () => listingPage(pick(listings)),
    dashboard: () => ({ path: pagePaths.dashboard }),
  }
}

const describeVisit = (path: string): Visit => ({
  path: path.split('?')[0] ?? path,
  userAgent: browserHeaders['user-agent'],
  timestamp: new Date().toISOString(),
})
