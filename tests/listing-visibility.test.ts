import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Favourites } from '#contract/favourites.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { ThreadsPage } from '#contract/messages.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { photoSrc } from '#contract/photos.ts'
import { dayMs } from '#server/durations.ts'
import { loadWebBuild } from '#server/pages/web-build.ts'
import { type Role, roles } from '#server/policies.ts'
import { bumpCategoryVersion } from '#server/versions/category-versions.ts'
import { buildWeb } from '../scripts/build.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { at } from './support/campus-email.ts'
import { type Engine, engines } from './support/databases.ts'
import { ada, bob, createClient, createLoggedInClient } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'
import { insertTestMovingSale } from './support/moving-sale-rows.ts'
import { createFileForm, encodeForm } from './support/photo-app.ts'
import { fourColorImage } from './support/photo-files.ts'

/** A status, how long the listing has had it, and who may then see what. */
interface Situation {
  status: ListingStatus
  daysSince?: number
  hasEnded?: true
  /** Whether everyone finds the listing in lists, searches and feeds. */
  isListed: boolean
  /** Who sees the listing's own page. For others it is gone. */
  seenBy: readonly Role[]
  /** Whether its photos have a public address, and its title is shown to those who have asked about it. */
  hasPhotos: boolean
}

const everyone = roles
const ownerOnly: readonly Role[] = ['owner']

const situations = {
  available: { status: 'available', isListed: true, seenBy: everyone, hasPhotos: true },
  pending: { status: 'pending', isListed: true, seenBy: everyone, hasPhotos: true },
  'sold lately': {
    status: 'sold',
    daysSince: 29,
    isListed: false,
    seenBy: everyone,
    hasPhotos: true,
  },
  'sold long ago': {
    status: 'sold',
    daysSince: 30,
    isListed: false,
    seenBy: ownerOnly,
    hasPhotos: true,
  },
  expired: { status: 'expired', isListed: false, seenBy: ownerOnly, hasPhotos: true },
  'past its end, which no job has recorded yet': {
    status: 'available',
    hasEnded: true,
    isListed: false,
    seenBy: ownerOnly,
    hasPhotos: true,
  },
  hidden: { status: 'hidden', isListed: false, seenBy: ownerOnly, hasPhotos: false },
  removed: { status: 'removed', isListed: false, seenBy: ownerOnly, hasPhotos: false },
} satisfies Record<string, Situation>

type Site = Awaited<ReturnType<typeof openSite>>
/** A misc item, and a copy of a book and a housing request in the same situation. */
type PostedListing = { id: number; photo: string; copyId: number; requestId: number }

interface Surface {
  /** Returns what the viewer finds of a listing. */
  find: (site: Site, viewer: Role, listing: PostedListing) => Promise<unknown>
  /** Returns what the viewer should find in the situation. */
  expected: (situation: Situation, viewer: Role) => unknown
}

const isSeen = ({ seenBy }: Situation, viewer: Role) => seenBy.includes(viewer)

/** Makes a surface where everyone finds the listed items. */
const listedOn = (read: (site: Site) => string, mention: (id: number) => string): Surface => ({
  find: async (site, viewer, { id }) =>
    (await site.get(viewer, read(site))).text.includes(mention(id)),
  expected: ({ isListed }) => isListed,
})

const isbn = '9780306406157'

/** Makes a surface where everyone finds the listed copies. */
const copiesOn = (url: string, mention: (id: number) => string): Surface => ({
  find: async (site, viewer, { copyId }) =>
    (await site.get(viewer, url)).text.includes(mention(copyId)),
  expected: ({ isListed }) => isListed,
})

/** Makes a surface where students, and no visitors, find the listed housing requests. */
const requestsOn = (read: (site: Site) => string, mention: (id: number) => string): Surface => ({
  find: async (site, viewer, { requestId }) =>
    (await site.get(viewer, read(site))).text.includes(mention(requestId)),
  expected: ({ isListed }, viewer) => isListed && viewer !== 'visitor',
})

const inJson = (id: number) => `"id":${id},"photo`
const asLink = (id: number) => `${pagePaths.listing('misc', id)}"`
const asRequestLink = (id: number) => `${pagePaths.listing('wanted', id)}"`
const asXml = (id: number) => `${pagePaths.listing('misc', id)}<`

const surfaces: Record<string, Surface> = {
  list: listedOn(() => apiPaths.list('misc'), inJson),
  'list by price': listedOn(() => apiPaths.list('misc', 'order=price&max_price=20'), inJson),
  search: listedOn(() => apiPaths.list('misc', 'q=lamp'), inJson),
  'search with a filter': listedOn(
    () => apiPaths.list('misc', 'q=desk&listing_type=Selling&order=-price'),
    inJson,
  ),
  'similar listings': listedOn(({ reference }) => apiPaths.similar('misc', reference), inJson),
  'browse page': listedOn(() => pagePaths.browse('misc'), asLink),
  'search page': listedOn(() => pagePaths.search('lamp'), asLink),
  'landing gallery': listedOn(() => pagePaths.home, asLink),
  feed: listedOn(
    () => pagePaths.feed('misc'),
    (id) => `${pagePaths.listing('misc', id)}"`,
  ),
  sitemap: listedOn(() => '/sitemap-misc-0.xml', asXml),
  profile: listedOn(({ ownerId }) => apiPaths.user(ownerId), inJson),
  'profile page': listedOn(({ ownerId }) => pagePaths.student(ownerId), asLink),
  'moving-out list': listedOn(({ movingSaleId }) => apiPaths.movingSale(movingSaleId), inJson),
  'moving-out page': listedOn(({ movingSaleId }) => pagePaths.movingOut(movingSaleId), asLink),
  copies: copiesOn(apiPaths.copies('textbook', isbn), inJson),
  'page of copies': copiesOn(
    pagePaths.copies('textbook', isbn),
    (id) => `${pagePaths.listing('textbook', id)}"`,
  ),
  requests: requestsOn(() => apiPaths.list('wanted'), inJson),
  'found requests': requestsOn(() => apiPaths.list('wanted', 'q=room&place=room'), inJson),
  'page of requests': requestsOn(() => pagePaths.browse('wanted'), asRequestLink),
  'requests in the profile': requestsOn(({ ownerId }) => apiPaths.user(ownerId), inJson),
  'requests on the profile page': requestsOn(
    ({ ownerId }) => pagePaths.student(ownerId),
    asRequestLink,
  ),
  'search page, where no request is': {
    find: async (site, viewer, { requestId }) =>
      (await site.get(viewer, pagePaths.search('room'))).text.includes(asRequestLink(requestId)),
    expected: () => false,
  },
  'detail page of a request': {
    find: async (site, viewer, { requestId }) =>
      (await site.get(viewer, pagePaths.listing('wanted', requestId))).status,
    expected: (situation, viewer) => {
      if (viewer === 'visitor') return 302
      return isSeen(situation, viewer) ? 200 : 410
    },
  },
  'detail call of a request': {
    find: async (site, viewer, { requestId }) =>
      (await site.get(viewer, apiPaths.listing('wanted', requestId))).status,
    expected: (situation, viewer) => {
      if (viewer === 'visitor') return 401
      return isSeen(situation, viewer) ? 200 : 410
    },
  },
  'who lives there, in its own call': {
    find: async (site, viewer, { requestId }) => {
      const { status, text } = await site.get(viewer, apiPaths.household('wanted', requestId))
      return status === 200 ? text.includes(pets_words) : status
    },
    expected: (situation, viewer) => {
      if (viewer === 'visitor') return 401
      return isSeen(situation, viewer) || 410
    },
  },
  'who lives there, in the detail call': {
    find: async (site, viewer, { requestId }) =>
      (await site.get(viewer, apiPaths.listing('wanted', requestId))).text.includes(pets_words),
    expected: (_, viewer) => viewer === 'owner',
  },
  'who lives there, in lists and on the page of requests': {
    find: async (site, viewer) => {
      const urls = [
        apiPaths.list('wanted'),
        pagePaths.browse('wanted'),
        apiPaths.user(site.ownerId),
      ]
      const answers = await Promise.all(urls.map((url) => site.get(viewer, url)))
      return answers.some(({ text }) => text.includes(pets_words))
    },
    expected: () => false,
  },
  'requests that fit a place of the student': {
    find: async (site, viewer, { requestId }) => {
      const { status, text } = await site.get(viewer, apiPaths.fits('rental', site.placeId))
      return status === 200 ? text.includes(inJson(requestId)) : status
    },
    // The owner has two listed requests, and of each student only the newest is shown.
    expected: ({ status, isListed }, viewer) => {
      if (viewer === 'student') return isListed && status === 'pending'
      return viewer === 'visitor' ? 401 : 403
    },
  },
  "student's list": {
    find: async (site, viewer, { id }) =>
      (await site.get(viewer, apiPaths.userListings(site.ownerId, 'misc'))).text.includes(
        inJson(id),
      ),
    expected: ({ isListed }, viewer) => viewer === 'owner' || isListed,
  },
  'detail page': {
    find: async (site, viewer, { id }) =>
      (await site.get(viewer, pagePaths.listing('misc', id))).status,
    expected: (situation, viewer) => (isSeen(situation, viewer) ? 200 : 410),
  },
  'detail call': {
    find: async (site, viewer, { id }) =>
      (await site.get(viewer, apiPaths.listing('misc', id))).status,
    expected: (situation, viewer) => (isSeen(situation, viewer) ? 200 : 410),
  },
  contact: {
    find: async (site, viewer, { id }) =>
      (await site.get(viewer, apiPaths.contact('misc', id))).status,
    expected: ({ isListed }, viewer) => {
      if (viewer === 'visitor') return 401
      return viewer === 'owner' || isListed ? 200 : 410
    },
  },
  "seller's address in the detail call": {
    find: async (site, viewer, { id }) =>
      (await site.get(viewer, apiPaths.listing('misc', id))).text.includes(ada.email),
    expected: ({ isListed }, viewer) => viewer === 'owner' || (viewer !== 'visitor' && isListed),
  },
  photo: {
    find: async (site, viewer, { photo }) => (await site.get(viewer, photoSrc(photo))).status,
    expected: ({ hasPhotos }) => (hasPhotos ? 200 : 404),
  },
  'photo for who may see it': {
    find: async (site, viewer, { id, photo }) =>
      (await site.get(viewer, `${apiPaths.listing('misc', id)}/photos/${photo.split('/').at(-1)}`))
        .status,
    expected: (situation, viewer) => {
      if (viewer === 'visitor') return 401
      if (viewer !== 'student') return 200
      return isSeen(situation, viewer) ? 403 : 410
    },
  },
  'conversation of its buyer': {
    find: async (site, viewer, { id }) => {
      const { status, text } = await site.get(viewer, apiPaths.threads())
      if (status !== 200) return status
      const { results } = JSON.parse(text) as ThreadsPage
      const thread = results.find(({ listing_id }) => listing_id === id)
      return thread && { isNamed: thread.title !== null, isShown: thread.listing !== null }
    },
    expected: (situation, viewer) => {
      if (viewer === 'visitor') return 401
      if (viewer === 'owner') return { isNamed: true, isShown: true }
      if (viewer !== 'student') return undefined
      return { isNamed: situation.hasPhotos, isShown: isSeen(situation, viewer) }
    },
  },
  'favourites of who has saved it': {
    find: async (site, viewer, { id }) => {
      const { status, text } = await site.get(viewer, apiPaths.favourites)
      if (status !== 200) return status
      const favourite = (JSON.parse(text) as Favourites).results.find((each) => each.id === id)
      return favourite && { isNamed: favourite.title !== null, isShown: favourite.listing !== null }
    },
    expected: (situation, viewer) => {
      if (viewer === 'visitor') return 401
      if (viewer !== 'student') return undefined
      return { isNamed: situation.hasPhotos, isShown: isSeen(situation, viewer) }
    },
  },
  'page of what is saved': {
    find: async (site, viewer, { id, photo }) => {
      const { status, text } = await site.get(viewer, pagePaths.saved)
      if (status !== 200) return status
      return { isNamed: text.includes(asLink(id)), isShown: text.includes(photo) }
    },
    expected: (situation, viewer) => {
      if (viewer === 'visitor') return 302
      if (viewer !== 'student') return { isNamed: false, isShown: false }
      return { isNamed: situation.hasPhotos, isShown: isSeen(situation, viewer) }
    },
  },
  'feed of a student': {
    find: async (site, viewer, { id }) => {
      const { status, text } = await site.get(viewer, apiPaths.home)
      return status === 200 ? text.includes(inJson(id)) : status
    },
    expected: ({ isListed }, viewer) => {
      if (viewer === 'visitor') return 401
      return isListed && viewer !== 'owner'
    },
  },
  case: {
    find: async (site, viewer, { id }) =>
      (await site.get(viewer, apiPaths.moderatedListing('misc', id))).status,
    expected: (_, viewer) => {
      if (viewer === 'visitor') return 401
      return viewer === 'moderator' || viewer === 'admin' ? 200 : 404
    },
  },
}

const pets_words = 'One axolotl'

const housingRequest = { ...listingInputs.wanted, pets_words }

/** A place that fits the requests. */
const place = { ...listingInputs.rental, is_shared: true, num_beds: 3 }

let webFolder: string

beforeAll(async () => {
  webFolder = await buildWeb({ log: () => undefined })
  vi.stubEnv('NODE_ENV', 'production')
}, 180_000)

afterAll(() => vi.unstubAllEnvs())

/** Opens a site where the owner has a listing in each situation, and another student has a similar listing. */
async function openSite(engine: Engine) {
  const testApp = await buildTestApp(engine, {}, { loadWeb: (app) => loadWebBuild(app, webFolder) })
  const { app, db, clock } = testApp
  const createStaffClient = async (role: UserRole) => {
    const email = at(role)
    const client = await createLoggedInClient(app, { ...bob, email })
    await db.run(sql`UPDATE users SET role = ${role} WHERE email = ${email}`)
    return client
  }
  const clients = {
    visitor: createClient(app),
    student: await createLoggedInClient(app, bob),
    owner: await createLoggedInClient(app, ada),
    moderator: await createStaffClient('moderator'),
    admin: await createStaffClient('admin'),
  }
  const idIn = ({ body }: { body: unknown }) => (body as { id: number }).id

  async function post(client: typeof clients.owner, brightness: number): Promise<PostedListing> {
    const image = await fourColorImage(40, 20).modulate({ brightness }).png().toBuffer()
    const upload = await encodeForm(createFileForm('image', image))
    const { url } = (await client.send({ method: 'POST', url: apiPaths.upload, ...upload }))
      .body as { url: string }
    const input = { ...listingInputs.misc, photos: [url] }
    const copy = { ...listingInputs.textbook, isbn, listing_type: 'Wanting', photos: [] }
    return {
      id: idIn(await client.post(apiPaths.list('misc'), input)),
      copyId: idIn(await client.post(apiPaths.list('textbook'), copy)),
      requestId: idIn(await client.post(apiPaths.list('wanted'), housingRequest)),
      photo: url,
    }
  }

  const listings: Record<string, PostedListing> = {}
  for (const [index, [name, situation]] of Object.entries<Situation>(situations).entries()) {
    const { status, daysSince = 1, hasEnded } = situation
    const listing = await post(clients.owner, 1 + index / 20)
    listings[name] = listing
    const question = { body: 'Is it still available?' }
    await clients.student.post(apiPaths.listingMessages('misc', listing.id), question)
    await clients.student.send({ method: 'PUT', url: apiPaths.favourite('misc', listing.id) })
    await db.run(sql`
      UPDATE listings SET status = ${status}, status_changed_at = ${clock.now - daysSince * dayMs},
        ends_at = ${clock.now + (hasEnded ? 0 : dayMs)}
      WHERE id IN (${listing.id}, ${listing.copyId}, ${listing.requestId})`)
  }
  await db.transaction(async (tx) => {
    await bumpCategoryVersion(tx, 'misc')
    await bumpCategoryVersion(tx, 'textbook')
    await bumpCategoryVersion(tx, 'wanted')
  })

  /** The answers until something changes. The listings in all situations are looked for in the same answers. */
  const answers = new Map<string, Promise<{ status: number; text: string }>>()
  const request = async (viewer: Role, url: string) => {
    const { cookie } = clients[viewer].cookieJar
    const { statusCode, body } = await app.inject({ url, headers: cookie ? { cookie } : {} })
    return { status: statusCode, text: body }
  }

  const ownerId = idIn(await clients.owner.get(apiPaths.me))
  const listingIds = Object.values(listings).map(({ id }) => id)
  return {
    engine,
    listings,
    ownerId,
    movingSaleId: await insertTestMovingSale(db, { sellerId: ownerId, listingIds, now: clock.now }),
    reference: (await post(clients.student, 2)).id,
    placeId: idIn(await clients.student.post(apiPaths.list('rental'), place)),
    /** Removes listings as a moderator. Returns the entries of the log. */
    async remove({ id, copyId, requestId }: PostedListing) {
      const urls = [
        apiPaths.listingDecisions('misc', id),
        apiPaths.listingDecisions('textbook', copyId),
        apiPaths.listingDecisions('wanted', requestId),
      ]
      const body = { action: 'remove', reason: 'scam', seen: null }
      answers.clear()
      return Promise.all(urls.map(async (url) => idIn(await clients.moderator.post(url, body))))
    },
    async undo(logIds: number[]) {
      answers.clear()
      for (const seen of logIds) {
        await clients.admin.post(apiPaths.undoDecision(seen), { reason: 'mistake', seen })
      }
    },
    get(viewer: Role, url: string) {
      const key = `${viewer} ${url}`
      const answer = answers.get(key) ?? request(viewer, url)
      answers.set(key, answer)
      return answer
    },
  }
}

/** Returns what each viewer finds on each surface of a listing, and what they should find in its situation. */
async function lookEverywhere(site: Site, listing: PostedListing, situation: Situation) {
  const found: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [surfaceName, surface] of Object.entries(surfaces)) {
    // Pages show the API's answers on any engine.
    if (site.engine === 'postgres' && /\bpage\b|gallery/.test(surfaceName)) continue
    for (const viewer of roles) {
      const name = `${surfaceName} for ${viewer}`
      found[name] = await surface.find(site, viewer, listing)
      expected[name] = surface.expected(situation, viewer)
    }
  }
  return { found, expected }
}

describe.each(engines)('what is found of a listing on %s', (engine) => {
  it('follows its status and the viewer on every surface, and a moderator at once', async () => {
    const site = await openSite(engine)
    for (const [name, situation] of Object.entries(situations)) {
      const { found, expected } = await lookEverywhere(site, postedAs(site, name), situation)
      expect(found, name).toEqual(expected)
    }
    // All caches are warm now.
    const listing = postedAs(site, 'pending')
    const removals = await site.remove(listing)
    const gone = await lookEverywhere(site, listing, situations.removed)
    expect(gone.found).toEqual(gone.expected)
    await site.undo(removals)
    const back = await lookEverywhere(site, listing, situations.pending)
    expect(back.found).toEqual(back.expected)
  }, 120_000)
})

function postedAs({ listings }: Site, name: string): PostedListing {
  const listing = listings[name]
  if (!listing) throw new Error(`${name} was not posted`)
  return listing
}
