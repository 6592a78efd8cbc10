import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { openMarket, postings } from '#tests/support/market.ts'
import { partSize } from './sitemap.ts'
import { escapeXml } from './xml.ts'

const settings = { APP_URL: 'https://quad.example' }

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((m) => m[1])

describe.each(engines)('for search engines on %s', (engine) => {
  it('the sitemap leads to every page and every listing', async () => {
    const { ada, app } = await openMarket(engine, settings)
    const rental = (await ada.post('/api/rentals', postings.rental)).body.id
    const book = (await ada.post('/api/textbooks', postings.textbook)).body.id
    const index = addressesIn((await app.inject('/sitemap.xml')).payload)
    const found: unknown[] = []
    for (const part of index) {
      const answer = await app.inject(String(part).replace(settings.APP_URL, ''))
      expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
      found.push(...addressesIn(answer.payload))
    }
    expect(found.toSorted()).toEqual(
      [
        '/',
        '/about',
        '/privacy',
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

  it('a large sitemap is split', async () => {
    const { ada, app, db } = await openMarket(engine, settings)
    const { id } = (await ada.post('/api/misc', postings.misc)).body
    const last = 2 * partSize + 5
    const identity = engine === 'postgres' ? sql`OVERRIDING SYSTEM VALUE` : sql``
    await db.run(sql`
      INSERT INTO listings (id, category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at) ${identity}
      SELECT ${last}, category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at FROM listings WHERE id = ${id}`)
    const index = addressesIn((await app.inject('/sitemap.xml')).payload)
    expect(index.filter((address) => address?.includes('misc'))).toHaveLength(3)
    const part = await app.inject('/sitemap-misc-2.xml')
    expect(addressesIn(part.payload)).toEqual([`https://quad.example/misc/${last}`])
  })

  it('the feed has the newest listings first, never an address of a person', async () => {
    const { ada, app } = await openMarket(engine, settings)
    await ada.post('/api/misc', { ...postings.misc, title: 'Older' })
    await ada.post('/api/misc', { ...postings.misc, title: '<b>Newer</b> & "better"' })
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

  it('a site for members names no listing', async () => {
    const { ada, app } = await openMarket(engine, { ...settings, LISTING_ACCESS: 'members' })
    await ada.post('/api/misc', postings.misc)
    const index = addressesIn((await app.inject('/sitemap.xml')).payload)
    expect(index).toEqual(['https://quad.example/sitemap-pages.xml'])
    expect((await app.inject('/sitemap-misc-0.xml')).statusCode).toBe(404)
    expect((await app.inject('/misc/feed.xml')).payload).not.toContain('<entry>')
  })
})

describe('robots.txt', () => {
  it('leads to the sitemap', async () => {
    const { app } = await openMarket('sqlite', settings)
    const { payload } = await app.inject('/robots.txt')
    expect(payload).toContain('Sitemap: https://quad.example/sitemap.xml')
  })
})

describe('escapeXml', () => {
  it('leaves out what no XML may hold and writes the rest as text', () => {
    expect(escapeXml('a\u0001\u0008<&>\'"\uFFFEé😀\n')).toBe('a&lt;&amp;&gt;&apos;&quot;é😀\n')
  })
})
