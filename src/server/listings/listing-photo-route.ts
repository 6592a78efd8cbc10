import { z } from 'zod'
import type { AnyCategory } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { parsePhotoFileName } from '../photos/photo-name.ts'
import { showsPhoto } from '../photos/photo-queries.ts'
import { noSuchPhoto } from '../photos/photo-routes.ts'
import type { Photos } from '../photos/photos.ts'
import type { ListingDeps } from './listing-deps.ts'
import { requireAllowed } from './require-listing.ts'

/**
 * Serves the photos of a hidden or removed listing to the people who may still see it. These photos have no public
 * address.
 */
export function listingPhotoRoute(
  app: App,
  category: AnyCategory,
  deps: ListingDeps & { photos: Pick<Photos, 'open'> },
) {
  const { db, photos } = deps
  app.get(
    `/api/${category.path}/:id/photos/:file`,
    {
      config: { action: 'read photos' },
      onRequest: noStore,
      schema: {
        tags: [category.labels.menu],
        summary: `A photo of one's own ${category.labels.singular}, also when it was taken down`,
        params: z.object({ id: z.string(), file: z.string() }),
        response: { 200: z.unknown(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id } = await requireAllowed(category, request, 'read photos', deps)
      const requested = parsePhotoFileName(request.params.file)
      const isShown = requested && (await showsPhoto(db, id, requested.name))
      const photo = isShown && (await photos.open(requested.name, requested.width))
      if (!photo) throw noSuchPhoto()
      return reply.type('image/webp').send(photo.bytes)
    },
  )
}
