import { publicCategories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import type { UploadedPhoto } from '#contract/photos.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { listingGenerators } from '../../seed/seed-content.ts'
import { createRandom, type SeededRandom } from '../../seed/seeded-random.ts'
import type { CampusSite } from './campus-site.ts'
import type { Kind } from './open-loop.ts'
import { createPageKinds } from './page-kinds.ts'
import {
  favouritesPerSecond,
  loginsPerSecond,
  messagesPerSecond,
  newListingsPerSecond,
  photosPerListing,
  savedSearchesPerSecond,
  sessionPollsPerSecond,
  threadPollsPerSecond,
} from './rates.ts'
import { change, get, poll, postJson, postPhoto } from './requests.ts'

/** Returns everything that people do in the busiest minute, one entry for each action. */
export function createKinds(site: CampusSite): Kind[] {
  const random = createRandom(13, 0)
  return [
    ...createPageKinds(site),
    ...createTabKinds(site, random),
    {
      name: 'log in',
      perSecond: loginsPerSecond,
      arrive: (send) => {
        const { email, password } = random.pick(site.loggingIn)
        return send('log in', postJson(apiPaths.login, { email, password }))
      },
    },
    {
      name: 'post a listing with photos',
      perSecond: newListingsPerSecond,
      arrive: async (send) => {
        const student = random.pick(site.students)
        const photos: string[] = []
        while (photos.length < photosPerListing) {
          const request = postPhoto(apiPaths.upload, site.photo, student)
          const upload = await send('upload a photo', request)
          if (upload.failure) return
          photos.push((JSON.parse(upload.body) as UploadedPhoto).url)
        }
        const category = random.pick(publicCategories).id
        const listing = {
          ...listingGenerators[category](random, campusIsoDate(Date.now())),
          photos,
        }
        return send('create a listing', postJson(apiPaths.list(category), listing, student))
      },
    },
  ]
}

/** Returns what open tabs ask for, and what students do in them. Each of these writes voids what some tab shows. */
function createTabKinds(
  { students, threads, listings }: CampusSite,
  { pick, integer }: SeededRandom,
): Kind[] {
  return [
    {
      name: 'poll: session',
      perSecond: sessionPollsPerSecond,
      arrive: (send) => send('poll: session', get(apiPaths.me, pick(students))),
    },
    {
      name: 'poll: open conversation',
      perSecond: threadPollsPerSecond,
      arrive: async (send) => {
        const thread = pick(threads)
        const request = poll(apiPaths.messages(thread.id), thread, thread.etag)
        const { etag } = await send('poll: open conversation', request)
        if (etag) thread.etag = etag
      },
    },
    {
      name: 'send a message',
      perSecond: messagesPerSecond,
      arrive: (send) => {
        const thread = pick(threads)
        const message = { body: 'Could I see it tomorrow?', client_id: crypto.randomUUID() }
        return send('send a message', postJson(apiPaths.messages(thread.id), message, thread))
      },
    },
    {
      name: 'save a listing',
      perSecond: favouritesPerSecond,
      arrive: async (send) => {
        const [student, { category, id }] = [pick(students), pick(listings)]
        const path = apiPaths.favourite(category, id)
        const { failure } = await send('save a listing', change('PUT', path, student))
        // The benchmark has few students, and there is a limit to how much each may save.
        if (!failure) await send('remove a saved listing', change('DELETE', path, student))
      },
    },
    {
      name: 'save a search',
      perSecond: savedSearchesPerSecond,
      arrive: async (send) => {
        const student = pick(students)
        const search = { category: 'rental', query: `max_price=${integer(500, 5_000)}` }
        const saved = await send('save a search', postJson(apiPaths.savedSearches, search, student))
        if (saved.failure) return
        const { id } = JSON.parse(saved.body) as { id: number }
        await send('delete a saved search', change('DELETE', apiPaths.savedSearch(id), student))
      },
    },
  ]
}
