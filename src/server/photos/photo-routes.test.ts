import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { at } from '#tests/support/campus-email.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { openTestPhotoApp, showInListing } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'

async function uploadPhoto(width: number) {
  const { db, studentId, ...photoApp } = await uploadUnused(width)
  const listingId = await showInListing(db, photoApp.url, studentId)
  return { ...photoApp, db, studentId, listingId }
}

async function uploadUnused(width: number) {
  const photoApp = await openTestPhotoApp('sqlite')
  const response = await photoApp.upload(
    await fourColorImage(width, width / 2)
      .jpeg()
      .toBuffer(),
  )
  const { url } = response.json<{ url: string }>()
  const readWidth = async (path: string) =>
    (await sharp((await photoApp.app.inject(path)).rawPayload).metadata()).width
  return { ...photoApp, url, readWidth }
}

describe('GET /api/uploads/:file', () => {
  it('serves a photo as immutable WebP', async () => {
    const { app, url } = await uploadPhoto(400)
    const response = await app.inject({ url: photoSrc(url), headers: { 'x-visitor': '1' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(response.rawPayload.length),
      etag: expect.stringMatching(/^"[0-9a-f]{32}-640"$/),
    })
  })

  it('serves the variant that the URL names', async () => {
    const { url, readWidth } = await uploadPhoto(1400)
    expect(await readWidth(photoSrc(url))).toBe(1280)
    expect(await readWidth(photoSrc(url, 1280))).toBe(1280)
    expect(await readWidth(photoSrc(url, 640))).toBe(640)
    expect(await readWidth(photoSrc(url, 320))).toBe(320)
  })

  it('serves the nearest variant for other widths', async () => {
    const { url, readWidth } = await uploadPhoto(500)
    const other = (width: number) => photoSrc(url, 320).replace('-320', `-${width}`)
    expect(await readWidth(photoSrc(url, 1280))).toBe(500)
    expect(await readWidth(other(9999))).toBe(500)
    expect(await readWidth(other(400))).toBe(500)
    expect(await readWidth(other(1))).toBe(320)
  })

  it('responds 304 to a matching If-None-Match', async () => {
    const { app, url } = await uploadPhoto(400)
    const path = photoSrc(url, 320)
    const etag = String((await app.inject(path)).headers.etag)
    for (const tags of [etag, `"other", W/${etag}`, '*']) {
      const response = await app.inject({ url: path, headers: { 'if-none-match': tags } })
      expect(response.statusCode).toBe(304)
      expect(response.rawPayload).toHaveLength(0)
      expect(response.headers).toMatchObject({ etag, 'cache-control': /immutable/ })
    }
    const other = await app.inject({ url: path, headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })

  it('responds to HEAD without a body', async () => {
    const { app, url } = await uploadPhoto(400)
    const full = await app.inject(photoSrc(url))
    const head = await app.inject({ method: 'HEAD', url: photoSrc(url) })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload).toHaveLength(0)
    expect(head.headers['content-length']).toBe(String(full.rawPayload.length))
    expect(head.headers.etag).toBe(full.headers.etag)
  })

  it('serves no variant of a removed photo, also not one that it has served before', async () => {
    const { app, url, store } = await uploadPhoto(1400)
    for (const width of [320, 640, 1280] as const) await app.inject(photoSrc(url, width))
    await store.quarantine(url.slice('/uploads/'.length, -'.webp'.length))
    for (const width of [320, 640, 1280] as const) {
      expect((await app.inject(photoSrc(url, width))).statusCode).toBe(404)
    }
  })
})

describe('GET /api/uploads/:file of a photo that no listing shows', () => {
  it('is for its uploader alone, and for no cache', async () => {
    const { app, db, url, studentId } = await uploadUnused(400)
    const other = await insertTestUser(db, at('bob'))
    const get = (headers = {}) => app.inject({ url: photoSrc(url), headers })
    const visitor = { 'x-visitor': '1' }
    for (const headers of [visitor, { 'x-student': String(other.id) }]) {
      const { statusCode, headers: sent } = await get(headers)
      expect([statusCode, sent['cache-control']]).toEqual([404, 'no-store'])
    }
    const own = await get()
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(own.headers['x-content-type-options']).toBe('nosniff')
    expect(own.headers.etag).toBeUndefined()

    const listingId = await showInListing(db, url, studentId)
    expect((await get(visitor)).headers['cache-control']).toContain('public')
    await db.run(sql`DELETE FROM listings WHERE id = ${listingId}`)
    expect((await get(visitor)).statusCode).toBe(404)
    await db.run(sql`DELETE FROM users WHERE id = ${studentId}`)
    expect((await get()).statusCode).toBe(404)
  })
})

describe('GET /api/uploads/:file of an unknown photo', () => {
  it.each([
    '00000000000000000000000000000000.webp',
    '00000000000000000000000000000000-640.webp',
    '..%2f..%2fquad.db',
    '..%5c..%5cquad.db',
    '%00',
    'incoming',
    '00000000000000000000000000000000',
    '00000000000000000000000000000000.webp%00',
    '00000000000000000000000000000000.webp%0a',
    '00000000000000000000000000000000-0.webp',
    '00000000000000000000000000000000-99999.webp',
    '0000000000000000000000000000000G.webp',
    `${'0'.repeat(90)}.webp`,
    '00/00000000000000000000000000000000/320.webp',
  ])('responds 404: %s', async (file) => {
    const { app } = await openTestPhotoApp('sqlite')
    const response = await app.inject(`/api/uploads/${file}`)
    expect(response.statusCode).toBe(404)
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable')
  })

  it('is case-sensitive', async () => {
    const { app, url } = await uploadPhoto(400)
    const response = await app.inject(
      photoSrc(url).toUpperCase().replace('/API/UPLOADS', '/api/uploads'),
    )
    expect(response.statusCode).toBe(404)
  })
})
