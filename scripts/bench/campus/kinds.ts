import { categories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import type { UploadedPhoto } from '#contract/photos.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { listingGenerators } from '../../seed/seed-content.ts'
import { createRandom } from '../../seed/seeded-random.ts'
import type { CampusSite } from './campus-site.ts'
import type { Kind } from './open-loop.ts'
import { createPageKinds } from './page-kinds.ts'
import { loginsPerSecond, newListingsPerSecond, photosPerListing } from './rates.ts'
import { postJson, postPhoto } from './requests.ts'

/** Returns everything that people do in the busiest minute, one entry for each action. */
export function createKinds(site: CampusSite): Kind[] {
  const random = createRandom(13, 0)
  return [
    ...createPageKinds(site),
    {
      name: 'log in',
      perSecond: loginsPerSecond,
      arrive: (send) => {
        const { email, password } = random.pick(site.students)
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
        const category = random.pick(categories).id
        const listing = {
          ...listingGenerators[category](random, campusIsoDate(Date.now())),
          photos,
        }
        return send('create a listing', postJson(apiPaths.list(category), listing, student))
      },
    },
  ]
}
