import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { openPhotoApp } from '#tests/support/photo-app.ts'
import { quarters } from '#tests/support/photo-files.ts'

async function openGallery(width: number) {
  const desk = await openPhotoApp('sqlite')
  const answer = await desk.upload(
    await quarters(width, width / 2)
      .jpeg()
      .toBuffer(),
  )
  const { url } = answer.json<{ url: string }>()
  const widthOf = async (address: string) =>
    (await sharp((await desk.app.inject(address)).rawPayload).metadata()).width
  return { ...desk, url, widthOf }
}

describe('a photo', () => {
  it('is served for ever, as what it is', async () => {
    const { app, url } = await openGallery(400)
    const answer = await app.inject({ url: photoSrc(url), headers: { 'x-visitor': '1' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.rawPayload.length),
      etag: expect.stringMatching(/^"[0-9a-f]{32}-640"$/),
    })
  })

  it('comes in the width its address asks for', async () => {
    const { url, widthOf } = await openGallery(1400)
    expect(await widthOf(photoSrc(url))).toBe(1280)
    expect(await widthOf(photoSrc(url, 1280))).toBe(1280)
    expect(await widthOf(photoSrc(url, 640))).toBe(640)
    expect(await widthOf(photoSrc(url, 320))).toBe(320)
  })

  it('comes in the nearest width there is', async () => {
    const { url, widthOf } = await openGallery(500)
    const other = (width: number) => photoSrc(url, 320).replace('-320', `-${width}`)
    expect(await widthOf(photoSrc(url, 1280))).toBe(500)
    expect(await widthOf(other(9999))).toBe(500)
    expect(await widthOf(other(400))).toBe(500)
    expect(await widthOf(other(1))).toBe(320)
  })

  it('is not sent again to those who have it', async () => {
    const { app, url } = await openGallery(400)
    const address = photoSrc(url, 320)
    const etag = String((await app.inject(address)).headers.etag)
    for (const tags of [etag, `"other", W/${etag}`, '*']) {
      const answer = await app.inject({ url: address, headers: { 'if-none-match': tags } })
      expect(answer.statusCode).toBe(304)
      expect(answer.rawPayload).toHaveLength(0)
      expect(answer.headers).toMatchObject({ etag, 'cache-control': /immutable/ })
    }
    const other = await app.inject({ url: address, headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })

  it('answers HEAD without a body', async () => {
    const { app, url } = await openGallery(400)
    const whole = await app.inject(photoSrc(url))
    const head = await app.inject({ method: 'HEAD', url: photoSrc(url) })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload).toHaveLength(0)
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length))
    expect(head.headers.etag).toBe(whole.headers.etag)
  })

  it('comes from memory in its small widths once it was asked for', async () => {
    const { app, url, store } = await openGallery(1400)
    for (const width of [320, 640, 1280] as const) await app.inject(photoSrc(url, width))
    await store.setAside(url.slice('/uploads/'.length, -'.webp'.length))
    expect((await app.inject(photoSrc(url, 320))).statusCode).toBe(200)
    expect((await app.inject(photoSrc(url, 640))).statusCode).toBe(200)
  })
})

describe('what is not a photo of ours', () => {
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
  ])('is not there: %s', async (file) => {
    const { app } = await openPhotoApp('sqlite')
    const answer = await app.inject(`/api/uploads/${file}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
  })

  it('is not there although it was served in another case', async () => {
    const { app, url } = await openGallery(400)
    const answer = await app.inject(
      photoSrc(url).toUpperCase().replace('/API/UPLOADS', '/api/uploads'),
    )
    expect(answer.statusCode).toBe(404)
  })
})
