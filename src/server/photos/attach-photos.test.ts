import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing, openTestPhotos } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { attachPhotos } from './attach-photos.ts'
import { createPhotoAddressParser } from './photo-address.ts'

const externalUrl = 'https://example.com/a.jpg'
const ownOrigin = 'https://quad.example'
const refusedUrls = [
  '/uploads/00000000000000000000000000000000.webp',
  '/uploads/../quad.db',
  `${ownOrigin}/api/auth/logout`,
  'javascript:alert(1)',
]
const unknownInfo = { width: null, height: null, preview: null }

const parsePhotoAddress = createPhotoAddressParser(
  { PHOTO_URL: 'https://cdn.example/quad' },
  (origin) => origin === ownOrigin,
)

describe.each(engines)('attachPhotos on %s', (engine) => {
  async function openListing() {
    const testPhotos = await openTestPhotos(engine)
    const { db, clock, studentId } = testPhotos
    const upload = async (width: number, uploaderId = studentId) => {
      const bytes = await fourColorImage(width, 60).jpeg().toBuffer()
      return testPhotos.photos.save(db, { bytes: Buffer.from(bytes), uploaderId })
    }
    const listingId = await insertTestListing(db, studentId)
    const attach = (urls: string[], savedUrls: string[] = []) =>
      db.transaction((tx) =>
        attachPhotos(
          tx,
          { listingId, sellerId: studentId, urls, savedUrls },
          { parsePhotoAddress, now: clock.now },
        ),
      )
    const uses = async () => {
      const rows = await db.all<{ photo_name: string }>(
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

  it('recognizes the URLs of the CDN, of the API and of a variant', async () => {
    const { upload, attach, uses } = await openListing()
    const one = await upload(80)
    const wide = one.url.replace('.webp', '-640.webp')
    const urls = [`https://cdn.example/quad${wide}`, `${ownOrigin}/api${one.url}`, wide]
    expect(await attach(urls)).toEqual([one, one, one])
    expect(await uses()).toEqual([one.url])
  })

  it('takes a photo of another host as external, whatever its path', async () => {
    const { upload, attach, uses } = await openListing()
    const url = `https://other.example${(await upload(80)).url}`
    expect(await attach([url])).toEqual([{ url, ...unknownInfo }])
    expect(await uses()).toEqual([])
  })

  it('rejects the upload of another student, also one with the same content', async () => {
    const { db, upload, attach, uses } = await openListing()
    const other = await insertTestUser(db, at('bob'))
    const [own, theirs] = [await upload(80), await upload(80, other.id)]
    expect(theirs.url).not.toBe(own.url)
    for (const url of [theirs.url, `https://cdn.example/quad${theirs.url}`]) {
      await expect(attach([url])).rejects.toMatchObject({ code: 'bad_request' })
    }
    expect(await attach([own.url])).toEqual([own])
    expect(await uses()).toEqual([own.url])
  })

  it('keeps what the listing shows already, whatever rule it was saved under', async () => {
    const { db, upload, attach, uses } = await openListing()
    const other = await insertTestUser(db, at('bob'))
    const [one, two] = [await upload(80), await upload(90)]
    await attach([one.url])
    // Names were once hashes of the content alone, so a later upload of the same photo by someone else changed the
    // uploader.
    await db.run(sql`UPDATE photos SET uploader_id = ${other.id}`)
    await expect(attach([one.url, two.url])).rejects.toMatchObject({ code: 'bad_request' })
    const logout = `${ownOrigin}/api/auth/logout`
    expect(await attach([one.url, logout], [one.url, logout])).toEqual([
      one,
      { url: logout, ...unknownInfo },
    ])
    expect(await uses()).toEqual([one.url])
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
    for (const url of refusedUrls) {
      await expect(attach([externalUrl, url]), url).rejects.toMatchObject({
        code: 'bad_request',
        fields: { photos: 'One of your photos is gone. Remove it and add it again.' },
      })
    }
    expect(await uses()).toEqual([one.url])
  })
})
