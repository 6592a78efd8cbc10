import sql from 'sql-template-tag'
import { type AnyCategory, categories } from '#categories/index.ts'
import { infoPages, pagePaths } from '#contract/paths.ts'
import type { Db } from '../database/database.ts'
import type { CategoryVersions } from '../response-cache/category-versions.ts'
import { escapeXml, xmlDocument } from './xml.ts'

/** The protocol allows 50,000. */
export const maxUrlsPerSitemap = 10_000

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export interface SitemapDeps extends Pick<CategoryVersions, 'dbForVisitors'> {
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

async function findListingSitemapPaths({ dbForVisitors }: SitemapDeps): Promise<string[]> {
  const paths: string[] = []
  for (const category of categories) {
    const db = await dbForVisitors(category.id)
    let number = await findSitemapNumber(db, category, 0)
    while (number !== undefined) {
      paths.push(listingSitemapPath(category, number))
      number = await findSitemapNumber(db, category, number + 1)
    }
  }
  return paths
}

/** The next sitemap with listings: deletions leave ranges of ids empty. */
async function findSitemapNumber(db: Db, category: AnyCategory, from: number) {
  const row = await db.get<{ id: number | null }>(sql`
    SELECT min(id) AS id FROM listings
    WHERE listed AND category = ${category.id} AND id >= ${from * maxUrlsPerSitemap}`)
  return row?.id ? Math.floor(row.id / maxUrlsPerSitemap) : undefined
}

export function pageSitemap(appUrl: string): string {
  const paths = [...infoPages, ...categories.map(({ id }) => pagePaths.browse(id))]
  return urlSet(paths.map((path) => ({ url: appUrl + path })))
}

/** Undefined if it would be empty: the protocol asks for at least one address. */
export async function listingSitemap(
  { dbForVisitors, appUrl, includeListings, now }: SitemapDeps,
  category: AnyCategory,
  number: number,
): Promise<string | undefined> {
  if (!includeListings) return undefined
  const firstId = number * maxUrlsPerSitemap
  const db = await dbForVisitors(category.id)
  const rows = await db.all<{ id: number; updated_at: number }>(sql`
    SELECT id, updated_at FROM listings
    WHERE listed AND ends_at > ${now()} AND category = ${category.id} AND id >= ${firstId} AND id < ${firstId + maxUrlsPerSitemap}
    ORDER BY id`)
  if (rows.length === 0) return undefined
  return urlSet(
    rows.map(({ id, updated_at }) => ({
      url: appUrl + pagePaths.listing(category.id, id),
      lastModified: new Date(updated_at).toISOString(),
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
