import { publicCategories } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { listListings } from '../listings/search/list-listings.ts'
import type { Policies } from '../policies.ts'
import { atomFeed } from './atom-feed.ts'
import { listingSitemap, pageSitemap, sitemapIndex } from './sitemap.ts'

interface FeedDeps {
  config: Pick<Config, 'APP_URL'>
  policies: Policies
  db: Db
  now: () => number
}

const xmlType = 'application/xml; charset=utf-8'
const oneHour = 'public, max-age=3600'
/** Lists are cached briefly, because their items expire. */
const oneMinute = 'public, max-age=60'
const hidden = { schema: { hide: true }, config: { skipSession: true } }

/** Serves robots.txt and sitemaps for search engines, and Atom feeds. */
export function feedRoutes(app: App, { config, policies, db, now }: FeedDeps) {
  const appUrl = config.APP_URL
  const includeListings = policies.can('visitor', 'read listing')
  const sitemapDeps = { db, appUrl, includeListings, now }
  let index: { xml: Promise<string>; expiresAt: number } | undefined

  /** Reads the sitemap index. It is kept for an hour, because finding the sitemaps reads every live listing. */
  async function readSitemapIndex(): Promise<string> {
    if (!index || index.expiresAt <= now()) {
      index = { xml: sitemapIndex(sitemapDeps), expiresAt: now() + hourMs }
      index.xml.catch(() => {
        index = undefined
      })
    }
    return index.xml
  }

  app.get('/robots.txt', hidden, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', oneHour).send(robots(appUrl)),
  )

  app.get('/sitemap.xml', hidden, async (_request, reply) =>
    reply
      .type(xmlType)
      .header('cache-control', oneHour)
      .send(await readSitemapIndex()),
  )

  app.get('/sitemap-pages.xml', hidden, (_request, reply) =>
    reply.type(xmlType).header('cache-control', oneHour).send(pageSitemap(appUrl)),
  )

  for (const category of publicCategories) {
    app.get<{ Params: { part: string } }>(
      `/sitemap-${category.path}-:part(^\\d{1,6}).xml`,
      hidden,
      async ({ params }, reply) => {
        const sitemap = await listingSitemap(sitemapDeps, category, Number(params.part))
        if (!sitemap) throw new AppError('not_found', "There's nothing here.")
        return reply.type(xmlType).header('cache-control', oneMinute).send(sitemap)
      },
    )

    app.get(pagePaths.feed(category.id), hidden, async (_request, reply) => {
      const newest = listQuery[category.id].parse({})
      const { results } = includeListings
        ? await listListings(db, category, newest, now())
        : { results: [] }
      return reply
        .type('application/atom+xml; charset=utf-8')
        .header('cache-control', oneMinute)
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
