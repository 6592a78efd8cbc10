import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { insertTestListing, openTestPhotos } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { attachPhotos } from './attach-photos.ts'

const externalUrl = 'https://example.com/a.jpg'
const unknownUrls = [
  '/uploads/00000000000000000000000000000000.webp',
  '/uploads/../quad.db',
  '/uploads/',
  '/api/uploads/00000000000000000000000000000000.webp',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//example.com/a.jpg',
  'https://',
  '',
]
const unknownInfo = { width: null, height: null, preview: null }

describe.each(engines)('attachPhotos on %s', (engine) => {
  async function openListing() {
    const testPhotos = await openTestPhotos(engine)
    const upload = async (width: number) => {
      const bytes = await fourColorImage(width, 60).jpeg().toBuffer()
      return testPhotos.photos.save(testPhotos.db, {
        bytes: Buffer.from(bytes),
        uploaderId: testPhotos.userId,
      })
    }
    const listingId = await insertTestListing(testPhotos.db, testPhotos.userId)
    const attach = (urls: string[]) =>
      testPhotos.db.transaction((tx) => attachPhotos(tx, listingId, urls, testPhotos.clock.now))
    const uses = async () => {
      const rows = await testPhotos.db.all<{ photo_name: string }>(
        sql`SELECT photo_name FROM photo_uses WHERE listing_id = ${listingId}`,
      )
      return rows.map((row) => `/uploads/${row.photo_name}.webp`).sort()
    }
    return { ...testPhotos, listingId, upload, attach, uses }
  }

  it('returns the info of uploaded and external photos in the order of the URLs', async () => {
    const { upload, attach, uses } = await openListing()
    const [one, two] = [await upload(80), await upload(90)]
    const info = await attach([two.url, externalUrl, one.url])
    expect(info).toEqual([two, { url: externalUrl, ...unknownInfo }, one])
    expect(await uses()).toEqual([one.url, two.url].sort())
  })

  it('accepts the same photo twice', async () => {
    const { upload, attach, uses } = await openListing()
    const one = await upload(80)
    expect(await attach([one.url, one.url])).toEqual([one, one])
    expect(await uses()).toEqual([one.url])
  })

  it('recognizes the URLs of a CDN, of the API and of a variant', async () => {
    const { upload, attach, uses } = await openListing()
    const one = await upload(80)
    const wide = one.url.replace('.webp', '-640.webp')
    const urls = [`https://cdn.example/quad${wide}`, `https://quad.example/api${one.url}`, wide]
    expect(await attach(urls)).toEqual([one, one, one])
    expect(await uses()).toEqual([one.url])
  })

  it('treats an unknown photo of another host as external', async () => {
    const { attach, uses } = await openListing()
    const url = `https://other.example/uploads/${'0'.repeat(32)}.webp`
    expect(await attach([url])).toEqual([{ url, ...unknownInfo }])
    expect(await uses()).toEqual([])
  })

  it('replaces the photos, also by none', async () => {
    const { upload, attach, uses } = await openListing()
    const [one, two, three] = [await upload(80), await upload(90), await upload(100)]
    await attach([one.url, two.url])
    await attach([two.url, three.url])
    expect(await uses()).toEqual([two.url, three.url].sort())
    expect(await attach([])).toEqual([])
    expect(await uses()).toEqual([])
  })

  it('ends the uses when the listing is deleted', async () => {
    const { db, upload, attach, uses, listingId } = await openListing()
    await attach([(await upload(80)).url])
    await db.run(sql`DELETE FROM listings WHERE id = ${listingId}`)
    expect(await uses()).toEqual([])
  })

  it('rejects unknown URLs and keeps the photos as they were', async () => {
    const { upload, attach, uses } = await openListing()
    const one = await upload(80)
    await attach([one.url])
    for (const url of unknownUrls) {
      await expect(attach([externalUrl, url]), url).rejects.toMatchObject({
        code: 'bad_request',
        fields: { photos: 'One of the photos is no longer here. Remove it and add it again.' },
      })
    }
    expect(await uses()).toEqual([one.url])
  })
})
