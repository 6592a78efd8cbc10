import sql from 'sql-template-tag'
import { type AnyCategory, categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import type { ListingCounters } from '../listings/listing-counter.ts'
import { escapeXml, xmlDocument } from './xml.ts'

/** Listings in one part of the sitemap at most; search engines take five times as many. */
export const partSize = 10_000

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export interface SitemapParts extends Pick<ListingCounters, 'visitorsDb'> {
  appUrl: string
  /** Whether visitors may open a listing's page at all. */
  withListings: boolean
}

export const partPath = (category: AnyCategory, part: number) =>
  `/sitemap-${category.path}-${part}.xml`

/** The index names one part for the pages and, by ranges of ids, as many as the listings need. */
export async function sitemapIndex(parts: SitemapParts): Promise<string> {
  const { appUrl, withListings } = parts
  const paths = withListings ? await listingParts(parts) : []
  const entries = ['/sitemap-pages.xml', ...paths].map(
    (path) => `<sitemap><loc>${escapeXml(appUrl + path)}</loc></sitemap>`,
  )
  return xmlDocument(`<sitemapindex ${namespace}>${entries.join('\n')}</sitemapindex>`)
}

async function listingParts({ visitorsDb }: SitemapParts): Promise<string[]> {
  const paths: string[] = []
  for (const category of categories) {
    const db = await visitorsDb(category.id)
    const row = await db.get<{ first: number | null; last: number | null }>(sql`
      SELECT
        (SELECT min(id) FROM listings WHERE category = ${category.id}) AS first,
        (SELECT max(id) FROM listings WHERE category = ${category.id}) AS last`)
    if (!row?.first || !row.last) continue
    for (let part = partOf(row.first); part <= partOf(row.last); part += 1) {
      paths.push(partPath(category, part))
    }
  }
  return paths
}

const partOf = (id: number) => Math.floor(id / partSize)

export function pagesPart(appUrl: string): string {
  const paths = [
    pagePaths.home,
    pagePaths.about,
    pagePaths.privacy,
    ...categories.map(({ id }) => pagePaths.browse(id)),
  ]
  return urlSet(paths.map((path) => ({ url: appUrl + path })))
}

export async function listingsPart(
  { visitorsDb, appUrl }: SitemapParts,
  category: AnyCategory,
  part: number,
): Promise<string> {
  const db = await visitorsDb(category.id)
  const rows = await db.all<{ id: number; updated_at: number }>(sql`
    SELECT id, updated_at FROM listings
    WHERE category = ${category.id} AND id >= ${part * partSize} AND id < ${(part + 1) * partSize}
    ORDER BY id`)
  return urlSet(
    rows.map(({ id, updated_at }) => ({
      url: appUrl + pagePaths.listing(category.id, id),
      changedAt: new Date(updated_at).toISOString(),
    })),
  )
}

function urlSet(pages: { url: string; changedAt?: string }[]): string {
  const entries = pages.map(
    ({ url, changedAt }) =>
      `<url><loc>${escapeXml(url)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`,
  )
  return xmlDocument(`<urlset ${namespace}>${entries.join('\n')}</urlset>`)
}
