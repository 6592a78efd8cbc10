import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { empty, type Sql } from 'sql-template-tag'
import { type AnyCategory, publicCategories } from '#categories/index.ts'
import { infoPages, pagePaths } from '#contract/paths.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import { escapeXml, xmlDocument } from './xml.ts'

/** The most addresses in a sitemap. The protocol allows 50,000. */
export const maxUrlsPerSitemap = 10_000

/** How many listings are read before other requests run. */
const idsPerSlice = 1_000

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
  for (const category of publicCategories) {
    // Only ranges that have listings are included, because deletions leave some ranges empty.
    const numbers = new Set<number>()
    for await (const ids of readListedIds(db, category)) {
      for (const id of ids) numbers.add(Math.floor(id / maxUrlsPerSitemap))
    }
    const ordered = [...numbers].sort((a, b) => a - b)
    paths.push(...ordered.map((number) => listingSitemapPath(category, number)))
  }
  return paths
}

/** Yields the ids of all listed listings of a category in slices, from the index of the newest. */
async function* readListedIds(db: Db, category: AnyCategory): AsyncGenerator<number[]> {
  for (let after: Sql = empty; ; ) {
    const rows = await db.all<{ id: number; rank: number }>(sql`
      SELECT id, rank FROM listings WHERE listed AND category = ${category.id} ${after}
      ORDER BY rank DESC LIMIT ${idsPerSlice}`)
    yield rows.map(({ id }) => id)
    const last = rows.at(-1)
    if (!last || rows.length < idsPerSlice) return
    after = sql`AND rank < ${last.rank}`
    await yieldToEventLoop()
  }
}

export function pageSitemap(appUrl: string): string {
  const paths = [...infoPages, ...publicCategories.map(({ id }) => pagePaths.browse(id))]
  return urlSet(paths.map((path) => urlEntry(appUrl + path)))
}

/** Returns undefined if the sitemap would be empty, because the protocol requires at least one address. */
export async function listingSitemap(
  { db, appUrl, includeListings, now }: SitemapDeps,
  category: AnyCategory,
  number: number,
): Promise<string | undefined> {
  if (!includeListings) return undefined
  const entries: string[] = []
  const firstId = number * maxUrlsPerSitemap
  for (let from = firstId; from < firstId + maxUrlsPerSitemap; from += idsPerSlice) {
    const rows = await db.all<{ id: number; updated_at: number }>(sql`
      SELECT id, updated_at FROM listings
      WHERE listed AND ends_at > ${now()} AND category = ${category.id} AND id >= ${from} AND id < ${from + idsPerSlice}
      ORDER BY id`)
    entries.push(
      ...rows.map(({ id, updated_at }) =>
        urlEntry(appUrl + pagePaths.listing(category.id, id), toIso(updated_at)),
      ),
    )
    await yieldToEventLoop()
  }
  return entries.length > 0 ? urlSet(entries) : undefined
}

const urlEntry = (url: string, lastModified?: string) =>
  `<url><loc>${escapeXml(url)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}</url>`

const urlSet = (entries: string[]) =>
  xmlDocument(`<urlset ${namespace}>${entries.join('\n')}</urlset>`)
