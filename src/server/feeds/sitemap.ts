import sql, { raw } from 'sql-template-tag'
import { type AnyCategory, categories } from '#categories/index.ts'
import { infoPages, pagePaths } from '#contract/paths.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import { escapeXml, xmlDocument } from './xml.ts'

/** The most addresses in a sitemap. The protocol allows 50,000. */
export const maxUrlsPerSitemap = 10_000

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

interface SitemapDeps {
  db: Db
  appUrl: string
  /** Whether listing pages are public. */
  includeListings: boolean
  now: () => number
}

const listingSitemapPath = (category: AnyCategory, number: number) =>
  `/sitemap-${category.path}-${number}.xml`

/** Lists one sitemap of the static pages and, for each category, one per range of listing ids. */
export async function sitemapIndex(deps: SitemapDeps): Promise<string> {
  const { appUrl, includeListings } = deps
  const paths = includeListings ? await findListingSitemapPaths(deps) : []
  const entries = ['/sitemap-pages.xml', ...paths].map(
    (path) => `<sitemap><loc>${escapeXml(appUrl + path)}</loc></sitemap>`,
  )
  return xmlDocument(`<sitemapindex ${namespace}>${entries.join('\n')}</sitemapindex>`)
}

async function findListingSitemapPaths({ db }: SitemapDeps): Promise<string[]> {
  const paths: string[] = []
  for (const category of categories) {
    // Only ranges that have listings are included, because deletions leave some ranges empty.
    const rows = await db.all<{ number: number }>(sql`
      SELECT DISTINCT id / ${raw(String(maxUrlsPerSitemap))} AS number FROM listings
      WHERE listed AND category = ${category.id} ORDER BY number`)
    paths.push(...rows.map(({ number }) => listingSitemapPath(category, number)))
  }
  return paths
}

export function pageSitemap(appUrl: string): string {
  const paths = [...infoPages, ...categories.map(({ id }) => pagePaths.browse(id))]
  return urlSet(paths.map((path) => ({ url: appUrl + path })))
}

/** Returns undefined if the sitemap would be empty, because the protocol requires at least one address. */
export async function listingSitemap(
  { db, appUrl, includeListings, now }: SitemapDeps,
  category: AnyCategory,
  number: number,
): Promise<string | undefined> {
  if (!includeListings) return undefined
  const firstId = number * maxUrlsPerSitemap
  const rows = await db.all<{ id: number; updated_at: number }>(sql`
    SELECT id, updated_at FROM listings
    WHERE listed AND ends_at > ${now()} AND category = ${category.id} AND id >= ${firstId} AND id < ${firstId + maxUrlsPerSitemap}
    ORDER BY id`)
  if (rows.length === 0) return undefined
  return urlSet(
    rows.map(({ id, updated_at }) => ({
      url: appUrl + pagePaths.listing(category.id, id),
      lastModified: toIso(updated_at),
    })),
  )
}

function urlSet(pages: { url: string; lastModified?: string }[]): string {
  const entries = pages.map(
    ({ url, lastModified }) =>
      `<url><loc>${escapeXml(url)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}</url>`,
  )
  return xmlDocument(`<urlset ${namespace}>${entries.join('\n')}</urlset>`)
}
