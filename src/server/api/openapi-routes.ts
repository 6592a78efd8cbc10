import swagger from '@fastify/swagger'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { brand } from '#campus.ts'
import type { App } from '../http.ts'
import { docsPage, docsStyle, type OpenApi } from './docs-page.ts'

/** Must be registered before the routes it describes. */
export async function describeApi(app: App, { appUrl }: { appUrl: string }) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand} API`,
        version: '1',
        description: `Everything the ${brand} pages do goes through these calls.`,
      },
      servers: [{ url: appUrl }],
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
  })
}

export function openApiRoutes(app: App) {
  const hidden = { schema: { hide: true } }
  let page: string | undefined
  app.get('/api/openapi.json', hidden, () => app.swagger())
  app.get('/api/docs', hidden, (_request, reply) => {
    page ??= docsPage(app.swagger() as OpenApi)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get('/api/docs/style.css', hidden, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
}
