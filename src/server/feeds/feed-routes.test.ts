import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { publicCategories } from '#categories/index.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { hourMs } from '../durations.ts'
import { maxUrlsPerSitemap } from './sitemap.ts'
import { escapeXml } from './xml.ts'

stayOnBuiltInCampus()

const settings = { APP_URL: 'https://quad.example' }

const findUrls = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((m) => m[1])

describe.each(anyEngine)('feeds on %s', (engine) => {
  it('sitemaps list every static page and every listing, and no student', async () => {
    const { ada, app } = await buildTestAppWithUsers(engine, settings)
    const rental = (await ada.post('/api/rentals', listingInputs.rental)).body.id
    const book = (await ada.post('/api/textbooks', listingInputs.textbook)).body.id
    const index = findUrls((await app.inject('/sitemap.xml')).payload)
    const found: unknown[] = []
    for (const url of index) {
      const response = await app.inject(String(url).replace(settings.APP_URL, ''))
      expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
      found.push(...findUrls(response.payload))
    }
    expect(found.toSorted()).toEqual(
      [
        '/',
        '/about',
        '/rules',
        '/privacy',
        '/sell',
        '/misc',
        '/rentals',
        `/rentals/${rental}`,
        '/textbooks',
        `/textbooks/${book}`,
      ]
        .map((path) => settings.APP_URL + path)
        .toSorted(),
    )
  })

  it('the Atom feed has the newest listings first, without email addresses', async () => {
    const { ada, app } = await buildTestAppWithUsers(engine, settings)
    await ada.post('/api/misc', { ...listingInputs.misc, title: 'Older' })
    const photos = ['https://photos.example/2.jpg']
    await ada.post('/api/misc', { ...listingInputs.misc, title: '<b>Newer</b> & "better"', photos })
    const feed = await app.inject('/misc/feed.xml')
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const titles = [...feed.payload.matchAll(/<title>(.*?)<\/title>/g)].map((m) => m[1])
    expect(titles).toEqual([
      'Extras on Quad',
      '&lt;b&gt;Newer&lt;/b&gt; &amp; &quot;better&quot;, $15',
      'Older, $15',
    ])
    expect(feed.payload).not.toContain('@')
  })

  it('sitemaps and feeds are without listings when listings need a login', async () => {
    const { ada, app } = await buildTestAppWithUsers(engine, {
      ...settings,
      LISTING_ACCESS: 'members',
    })
    await ada.post('/api/misc', listingInputs.misc)
    const index = findUrls((await app.inject('/sitemap.xml')).payload)
    expect(index).toEqual(['https://quad.example/sitemap-pages.xml'])
    expect((await app.inject('/sitemap-misc-0.xml')).statusCode).toBe(404)
    expect((await app.inject('/misc/feed.xml')).payload).not.toContain('<entry>')
  })
})

describe('robots.txt', () => {
  it('links to the sitemap', async () => {
    const { app } = await buildTestAppWithUsers('sqlite', settings)
    const { payload } = await app.inject('/robots.txt')
    expect(payload).toContain('Sitemap: https://quad.example/sitemap.xml')
  })
})

describe('escapeXml', () => {
  it('removes characters that XML forbids and escapes the rest', () => {
    expect(escapeXml('a\u0001\u0008<&>\'"\uFFFEé😀\n')).toBe('a&lt;&amp;&gt;&apos;&quot;é😀\n')
  })
})

it.each(engines)(
  'on %s a large sitemap is split by listing id, without empty parts',
  async (engine) => {
    const { ada, app, db, clock } = await buildTestAppWithUsers(engine, settings)
    const { id } = (await ada.post('/api/misc', listingInputs.misc)).body
    const last = 2 * maxUrlsPerSitemap + 5
    const identity = engine === 'postgres' ? sql`OVERRIDING SYSTEM VALUE` : sql``
    await db.run(sql`
    INSERT INTO listings (id, category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, ends_at, rank) ${identity}
    SELECT ${last}, category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, ends_at, ${last} FROM listings WHERE id = ${id}`)
    const index = findUrls((await app.inject('/sitemap.xml')).payload)
    expect(index).toEqual(
      ['pages', 'misc-0', 'misc-2'].map((part) => `https://quad.example/sitemap-${part}.xml`),
    )
    const sitemap = await app.inject('/sitemap-misc-2.xml')
    expect(findUrls(sitemap.payload)).toEqual([`https://quad.example/misc/${last}`])
    const more = 1_200
    await db.run(sql`
    INSERT INTO listings (id, category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, ends_at, rank) ${identity}
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${more})
    SELECT ${last} + n, category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, ends_at, ${last} + n FROM listings, numbers WHERE id = ${id}`)
    expect(findUrls((await app.inject('/sitemap-misc-2.xml')).payload)).toEqual(
      Array.from({ length: more + 1 }, (_, n) => `https://quad.example/misc/${last + n}`),
    )
    for (const empty of ['misc-1', 'misc-3', 'rentals-0']) {
      expect((await app.inject(`/sitemap-${empty}.xml`)).statusCode, empty).toBe(404)
    }

    const all = vi.spyOn(db, 'all')
    // Jobs read the database meanwhile.
    const countSlices = () =>
      all.mock.calls.filter(([query]) => query.sql.includes('SELECT id, rank FROM listings')).length
    await app.inject('/sitemap.xml')
    expect(countSlices(), 'the index is kept').toBe(0)
    clock.now += hourMs
    await app.inject('/sitemap.xml')
    expect(countSlices(), 'two slices of misc').toBe(publicCategories.length + 1)
    expect(findUrls((await app.inject('/sitemap.xml')).payload)).toEqual(index)
  },
)
