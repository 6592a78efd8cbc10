import { z } from 'zod'
import type { App } from '../http/app-types.ts'
import { matchesEtag } from '../http/prepared-response.ts'
import { noSuchPhoto } from '../photos/photo-routes.ts'
import { openBrandFile } from './brand-files.ts'

/** Serves the logo and what is drawn from it: icons and the picture of links. */
export function brandRoutes(app: App) {
  app.get(
    '/brand/:key/:file',
    {
      config: { skipLoadShedding: true, skipSession: true, isServedDuringSetup: true },
      schema: { hide: true, params: z.object({ key: z.string(), file: z.string() }) },
    },
    async (request, reply) => {
      const { key, file } = request.params
      const found = await openBrandFile(file)
      if (!found) throw noSuchPhoto()
      const etag = `"${found.key}-${file}"`
      reply.headers({
        etag,
        // Emails have the address of an older look. They show the newest one.
        'cache-control': key === found.key ? 'public, max-age=31536000, immutable' : 'no-cache',
        // Webmail shows the logo of emails.
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type(found.type).send(found.bytes)
    },
  )
}
