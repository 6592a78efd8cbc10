import swagger from '@fastify/swagger'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { brand } from '#campus.ts'
import type { App } from '../http/app-types.ts'
import { docsStyles, type OpenApiDocument, renderDocsPage } from './docs-page.ts'

/** Must be registered before the routes it describes. */
export async function registerOpenApi(app: App, { appUrl }: { appUrl: string }) {
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
  const hidden = { schema: { hide: true }, config: { skipSession: true } }
  let html: string | undefined
  app.get('/api/openapi.json', hidden, () => app.swagger())
  app.get('/api/docs', hidden, (_request, reply) => {
    html ??= renderDocsPage(app.swagger() as OpenApiDocument)
    return reply.type('text/html; charset=utf-8').send(html)
  })
  app.get('/api/docs/style.css', hidden, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyles),
  )
}
