import { categories } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http.ts'
import { listListings } from '../listings/list-listings.ts'
import { needsSession } from '../listings/listing-access.ts'
import { atomFeed } from './atom-feed.ts'
import { listingsPart, pagesPart, sitemapIndex } from './sitemap.ts'

interface Parts {
  config: Pick<Config, 'APP_URL' | 'LISTING_ACCESS'>
}

const xml = 'application/xml; charset=utf-8'
const forAnHour = 'public, max-age=3600'
const hidden = { schema: { hide: true } }

/** What search engines and feed readers ask for. */
export function feedRoutes(app: App, { config }: Parts) {
  const appUrl = config.APP_URL
  const withListings = !needsSession(config.LISTING_ACCESS)
  const { visitorsDb } = app.listingCounters
  const parts = { visitorsDb, appUrl, withListings }

  app.get('/robots.txt', hidden, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', forAnHour).send(robots(appUrl)),
  )

  app.get('/sitemap.xml', hidden, async (_request, reply) =>
    reply
      .type(xml)
      .header('cache-control', forAnHour)
      .send(await sitemapIndex(parts)),
  )

  app.get('/sitemap-pages.xml', hidden, (_request, reply) =>
    reply.type(xml).header('cache-control', forAnHour).send(pagesPart(appUrl)),
  )

  for (const category of categories) {
    app.get<{ Params: { part: string } }>(
      `/sitemap-${category.path}-:part(^\\d{1,6}).xml`,
      hidden,
      async ({ params }, reply) => {
        if (!withListings) throw new AppError('not_found', 'There is nothing at this address.')
        const part = await listingsPart(parts, category, Number(params.part))
        return reply.type(xml).header('cache-control', forAnHour).send(part)
      },
    )

    app.get(pagePaths.feed(category.id), hidden, async (_request, reply) => {
      const newest = listQuery[category.id].parse({})
      const { results } = withListings
        ? await listListings(await visitorsDb(category.id), category, newest)
        : { results: [] }
      return reply
        .type('application/atom+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(atomFeed(category, results, appUrl))
    })
  }
}

const robots = (appUrl: string) => `User-agent: *
Disallow: /api/
Allow: /api/uploads/
Disallow: /dashboard
Disallow: /*/create

Sitemap: ${appUrl}/sitemap.xml
`
