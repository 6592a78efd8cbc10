import { describe, expect, it } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { type Fault, startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { createFileForm, encodeForm, findPhotoRows } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'

const message = "We can't reach your photos right now. Please try again in a moment."

const jpegOfWidth = (width: number) =>
  fourColorImage(width, width / 2)
    .jpeg()
    .toBuffer()

async function openApp() {
  const s3 = await startFakeS3()
  const testApp = await buildTestAppWithUsers('sqlite', { S3_URL: s3.url })
  const upload = async (width: number) => {
    const bytes = await jpegOfWidth(width)
    const { headers, payload } = await encodeForm(createFileForm('image', bytes))
    const cookie = testApp.ada.cookie()
    const response = await testApp.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, cookie },
      payload,
    })
    const body = response.json<{ url: string; error: string }>()
    // A photo is not public until a listing shows it.
    if (body.url) await post(body.url)
    return { response, ...body }
  }
  const post = (url: string) =>
    testApp.ada.post('/api/misc', { ...listingInputs.misc, photos: [url] })
  return { ...testApp, s3, upload, post, get: (url: string) => testApp.app.inject(url) }
}

describe('photos in an object store', () => {
  it('stores and serves every variant of an upload', async () => {
    const { s3, upload, get, post } = await openApp()
    const { response, url } = await upload(1400)
    expect(response.statusCode).toBe(201)
    const stem = url.slice(1, -'.webp'.length)
    expect([...s3.objects.keys()].sort()).toEqual(
      ['1280', '320', '640'].map((width) => `${stem}-${width}.webp`),
    )
    for (const width of [320, 640, 1280] as const) {
      const photo = await get(photoSrc(url, width))
      expect(photo.statusCode).toBe(200)
      const stored = s3.objects.get(`${stem}-${width}.webp`)
      expect(photo.rawPayload.equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true)
      expect(photo.headers).toMatchObject({
        'content-length': String(stored?.bytes.length),
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(stored?.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    }
    expect((await post(url)).status).toBe(201)
  })

  it('responds 304 and to HEAD without a body for a large photo', async () => {
    const { app, upload, get } = await openApp()
    const path = photoSrc((await upload(1400)).url)
    const { etag, 'content-length': length } = (await get(path)).headers
    const again = await app.inject({ url: path, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const head = await app.inject({ method: 'HEAD', url: path })
    expect(head.headers).toMatchObject({ etag, 'content-length': length })
    expect(head.rawPayload).toHaveLength(0)
  })

  it('reads a small photo once for concurrent requests', async () => {
    const { s3, upload, get } = await openApp()
    const { url } = await upload(400)
    s3.requests.length = 0
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(photoSrc(url, 320))))
    expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(s3.requests).toHaveLength(1)
  })

  it('looks for a missing variant once', async () => {
    const { s3, upload, get } = await openApp()
    const { url } = await upload(400)
    await get(photoSrc(url))
    s3.requests.length = 0
    expect((await get(photoSrc(url))).statusCode).toBe(200)
    expect(s3.requests).toHaveLength(1)
  })
})

describe('a failing object store', () => {
  const faults: Fault[] = [{ kind: 'down' }, { kind: 'status', status: 503 }]

  it.each(faults)('responds 503 to uploads and stores nothing: $kind', async (fault) => {
    const { s3, db, upload } = await openApp()
    s3.injectFault(fault)
    const { response, error } = await upload(400)
    expect(response.statusCode).toBe(503)
    expect(error).toBe(message)
    expect(response.headers['retry-after']).toBe('5')
    expect(await findPhotoRows(db)).toEqual([])
    s3.clearFault()
    expect((await upload(400)).response.statusCode).toBe(201)
  })

  it.each(faults)('affects nothing but photos: $kind', async (fault) => {
    const { s3, upload, post, visitor, get } = await openApp()
    const { url } = await upload(400)
    s3.injectFault(fault)
    s3.requests.length = 0
    const posted = await post(url)
    expect(posted.status).toBe(201)
    const listing = `/api/misc/${posted.body.id}`
    expect((await visitor.get('/api/misc')).body.results).toHaveLength(2)
    expect((await visitor.get(listing)).body.photos).toEqual([url])
    expect(s3.requests).toEqual([])
    const photo = await get(photoSrc(url))
    expect([photo.statusCode, photo.headers['cache-control']]).toEqual([503, 'no-store'])
    s3.clearFault()
    expect((await get(photoSrc(url))).statusCode).toBe(200)
  })

  it('does not let a listing use a photo with missing variants', async () => {
    const { s3, db, upload, post } = await openApp()
    const isLargestPut = (request: string) =>
      request.startsWith('PUT') && request.includes('-1280.webp')
    s3.injectFault({ kind: 'status', status: 500 }, { when: isLargestPut })
    const { response } = await upload(1400)
    expect(response.statusCode).toBe(503)
    const name = [...s3.objects.keys()][0]?.slice('uploads/'.length, 'uploads/'.length + 32)
    const rejected = await post(`/uploads/${name}.webp`)
    expect(rejected.status).toBe(400)
    expect(await findPhotoRows(db)).toEqual([])
    s3.clearFault()
    const { url } = await upload(1400)
    expect(url).toBe(`/uploads/${name}.webp`)
    expect(s3.objects.size).toBe(3)
    expect((await post(url)).status).toBe(201)
  })

  it('retries after transient errors', async () => {
    const { s3, upload, get } = await openApp()
    s3.injectFault({ kind: 'status', status: 503 }, { times: 2 })
    const { response, url } = await upload(400)
    expect(response.statusCode).toBe(201)
    s3.injectFault({ kind: 'truncates' }, { times: 1 })
    expect((await get(photoSrc(url, 320))).statusCode).toBe(200)
  })

  it.each([{ kind: 'truncates' }, { kind: 'corrupts' }] satisfies Fault[])(
    'responds 503 instead of a damaged photo: $kind',
    async (fault) => {
      const { s3, upload, get } = await openApp()
      const { url } = await upload(1400)
      s3.injectFault(fault)
      for (const width of [640, 1280] as const) {
        const { statusCode, headers } = await get(photoSrc(url, width))
        expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
      }
      s3.clearFault()
      for (const width of [640, 1280] as const) {
        const stored = s3.objects.get(`${url.slice(1, -'.webp'.length)}-${width}.webp`)
        expect((await get(photoSrc(url, width))).rawPayload).toEqual(stored?.bytes)
      }
    },
  )
})
