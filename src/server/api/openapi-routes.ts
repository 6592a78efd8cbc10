import { readFile } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import swagger, { type SwaggerTransform } from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { campus } from '#campus/campus.ts'
import { categories } from '#categories/index.ts'
import { version } from '#contract/version.ts'
import type { App } from '../http/app-types.ts'
import { neededActions, sessionSecurity } from '../http/authorization.ts'
import { json } from '../http/send-json.ts'
import type { Policies } from '../policies.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { createKeptSender } from '../response-cache/send-kept.ts'
import { sessionCookieName } from '../students/sessions/cookies.ts'
import { docsStyles, type OpenApiDocument, renderDocsPage } from './docs-page.ts'

const openapi = '3.1.0'

const tags = [
  {
    name: 'Accounts',
    description: 'Signing up, sessions, passwords, and what is kept about a student.',
  },
  ...categories.map(({ labels }) => ({
    name: labels.menu,
    description: `Finding, posting, changing and deleting ${labels.plural}.`,
  })),
  { name: 'Moving out', description: 'Several things posted at once, with one page to share.' },
  { name: 'Search', description: 'Suggestions while somebody types a search.' },
  { name: 'Saved', description: 'Listings and searches that a student has saved.' },
  { name: 'Messages', description: 'Conversations of two students about a listing, and blocks.' },
  { name: 'Renew links', description: 'Renewing a listing by the link in a reminder.' },
  {
    name: 'Moderation',
    description: 'What moderators read and decide, and appeals against it.',
  },
  { name: 'Administration', description: 'How the site is doing, for admins.' },
  { name: 'Settings', description: 'The settings and texts of the campus, for admins.' },
  { name: 'Texts', description: 'The rules, the About page and additions to the privacy page.' },
  { name: 'Photos', description: 'Uploading photos for a listing, and fetching them.' },
  { name: 'Visits', description: 'Counting how often a page is visited.' },
  { name: 'Service', description: 'For whoever runs the server.' },
]

/** Reads the OpenAPI document, which is made on the first call. */
type ReadOpenApi = () => Promise<OpenApiDocument>

/** The part of the document that has the name of the site, which can change while the server runs. */
const describeSite = (appUrl: string) => ({
  title: `${campus.brand} API`,
  description: `Everything the ${campus.brand} pages do goes through these calls.`,
  contact: { name: campus.brand, url: appUrl },
})

/** Registers the OpenAPI document. This must happen before the routes it describes are registered. */
export async function registerOpenApi(
  app: App,
  { appUrl, policies }: { appUrl: string; policies: Policies },
): Promise<ReadOpenApi> {
  const routes: RouteOptions[] = []
  const site = describeSite(appUrl)
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route)
  })
  await app.register(swagger, {
    openapi: {
      openapi,
      info: {
        title: site.title,
        version,
        description: site.description,
        contact: site.contact,
        license: { name: 'All rights reserved', url: appUrl },
      },
      servers: [{ url: appUrl }],
      tags,
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName(appUrl),
            description: 'The cookie that logging in sets.',
          },
        },
      },
    },
    transform: describeOperation(policies),
  })

  /** Converts the schemas in slices. The plugin would convert all of them at once, which holds up everyone. */
  async function makeDocument() {
    for (const route of routes) {
      const { schema, url } = route
      if (!schema || schema.hide) continue
      convertSchemas({ schema, url, route, openapiObject: { openapi } })
      await yieldToEventLoop()
    }
    return app.swagger() as OpenApiDocument
  }

  let document: Promise<OpenApiDocument> | undefined
  return async () => {
    document ??= makeDocument()
    const made = await document
    return { ...made, info: { ...made.info, ...describeSite(appUrl) } }
  }
}

export function openApiRoutes(
  app: App,
  { readOpenApi, responseCache }: { readOpenApi: ReadOpenApi; responseCache: ResponseCache },
) {
  const hidden = { schema: { hide: true }, config: { skipSession: true } }
  const send = createKeptSender(responseCache)
  // Both texts have megabytes, which take too long to make or compress for each request.
  app.get('/api/openapi.json', hidden, (request, reply) =>
    send(request, reply, json, async () => JSON.stringify(await readOpenApi())),
  )
  app.get('/api/docs', hidden, (request, reply) =>
    send(request, reply, 'text/html; charset=utf-8', async () =>
      renderDocsPage(await readOpenApi()),
    ),
  )
  app.get('/api/docs/style.css', hidden, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyles()),
  )
  app.get('/api/docs/headings.woff2', hidden, async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(headingFont)),
  )
}

/** The face of the site's headings. The web build gives it another address with each version. */
const headingFont = new URL('../../web/assets/bricolage-grotesque-700.woff2', import.meta.url)

const toJsonSchemas = createJsonSchemaTransform({ skipList: [] })
const converted = new WeakMap<RouteOptions, ReturnType<SwaggerTransform>>()

/** Converts the schemas of a route once. */
function convertSchemas(document: Parameters<SwaggerTransform>[0]) {
  const known = converted.get(document.route)
  if (known) return known
  const result = toJsonSchemas(document)
  converted.set(document.route, result)
  return result
}

/** Adds to a route's own schema what can be derived from its method, path and action. */
export const describeOperation =
  ({ can }: Policies): SwaggerTransform =>
  (document) => {
    const { schema, url } = convertSchemas(document)
    const { route } = document
    const isOpen = neededActions(route).every((action) => can('visitor', action))
    const security = schema.security ?? (isOpen ? [] : sessionSecurity)
    const access = security.length > 0 ? 'Needs a session.' : 'Open to everyone.'
    const description = [schema.description, access].filter(Boolean).join(' ')
    return { schema: { ...schema, operationId: operationId(route), security, description }, url }
  }

/** Returns `getRentalsByIdContact` for `GET /api/rentals/:id/contact`. */
function operationId({ method, url }: RouteOptions): string {
  const words = url
    .replace(/^\/api\//, '')
    .replaceAll('/:', '/by-')
    .split(/\W+/)
  return String(method).toLowerCase() + words.map(capitalize).join('')
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
