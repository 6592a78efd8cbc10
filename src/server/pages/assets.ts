import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError } from 'fastify'
import type { App } from '../http/app-types.ts'

const immutable = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'

/** Serves the build. Each file is a route of its own, so that no path of a request reaches the disk. */
export function assetRoutes(app: App, folder: string) {
  const hashedFiles = join(folder, 'assets') + sep
  app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, skipLoadShedding: true, skipSession: true }
    })
    // A failed precondition or range: the app's error handler knows no such status and would log a failure.
    files.setErrorHandler<FastifyError>((error, _request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode >= 500) throw error
      return reply.status(statusCode).send()
    })
    await files.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      preCompressed: true,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.startsWith(hashedFiles) ? immutable : oneHour),
    })
    // A file of another version: without this route a page would be rendered for it.
    files.get('/assets/*', { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  })
}
