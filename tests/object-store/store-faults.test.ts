import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { openMarket, postings } from '#tests/support/market.ts'
import { startSmallS3, type Trouble } from '#tests/support/object-store/small-s3.ts'
import { encode, formWith, photoRows } from '#tests/support/photo-app.ts'
import { quarters } from '#tests/support/photo-files.ts'

const sentence = 'Photos cannot be reached right now. Please try again in a moment.'

const plain = (width: number) =>
  quarters(width, width / 2)
    .jpeg()
    .toBuffer()

/** So large that it comes in many pieces. */
function noisy() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 1400, height: 1000, channels: 3, background: 'white', noise } as const
  return sharp({ create }).jpeg().toBuffer()
}

async function openSite() {
  const s3 = await startSmallS3()
  const market = await openMarket('sqlite', { S3_URL: s3.url })
  const upload = async (photo: number | Buffer) => {
    const bytes = typeof photo === 'number' ? await plain(photo) : photo
    const { headers, payload } = await encode(formWith('image', bytes))
    const cookie = market.ada.cookie()
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, cookie },
      payload,
    })
    return { answer, ...answer.json<{ url: string; error: string }>() }
  }
  const post = (url: string) => market.ada.post('/api/misc', { ...postings.misc, photos: [url] })
  return { ...market, s3, upload, post, get: (url: string) => market.app.inject(url) }
}

describe('with photos in a store', () => {
  it('an upload is stored in every width, and served', async () => {
    const { s3, upload, get, post } = await openSite()
    const { answer, url } = await upload(1400)
    expect(answer.statusCode).toBe(201)
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

  it('a large photo is not sent again to those who have it, and HEAD sends none', async () => {
    const { app, upload, get } = await openSite()
    const address = photoSrc((await upload(1400)).url)
    const { etag, 'content-length': length } = (await get(address)).headers
    const again = await app.inject({ url: address, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const head = await app.inject({ method: 'HEAD', url: address })
    expect(head.headers).toMatchObject({ etag, 'content-length': length })
    expect(head.rawPayload).toHaveLength(0)
  })

  it('a crowd that wants the same small photo asks the store once', async () => {
    const { s3, upload, get } = await openSite()
    const { url } = await upload(400)
    s3.calls.length = 0
    const crowd = await Promise.all(Array.from({ length: 50 }, () => get(photoSrc(url, 320))))
    expect(crowd.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(s3.calls).toHaveLength(1)
  })

  it('a width that a small photo lacks is looked for once', async () => {
    const { s3, upload, get } = await openSite()
    const { url } = await upload(400)
    await get(photoSrc(url))
    s3.calls.length = 0
    expect((await get(photoSrc(url))).statusCode).toBe(200)
    expect(s3.calls).toEqual([])
  })
})

describe('while the store fails', () => {
  const failures: Trouble[] = [{ kind: 'down' }, { kind: 'answers', status: 503 }]

  it.each(failures)('uploads answer 503 and leave nothing behind: $kind', async (failure) => {
    const { s3, db, upload } = await openSite()
    s3.trouble(failure)
    const { answer, error } = await upload(400)
    expect(answer.statusCode).toBe(503)
    expect(error).toBe(sentence)
    expect(answer.headers['retry-after']).toBe('5')
    expect(await photoRows(db)).toEqual([])
    s3.recover()
    expect((await upload(400)).answer.statusCode).toBe(201)
  })

  it.each(failures)('everything but photos goes on: $kind', async (failure) => {
    const { s3, upload, post, visitor, get } = await openSite()
    const { url } = await upload(400)
    s3.trouble(failure)
    s3.calls.length = 0
    const posted = await post(url)
    expect(posted.status).toBe(201)
    const listing = `/api/misc/${posted.body.id}`
    expect((await visitor.get('/api/misc')).body.results).toHaveLength(1)
    expect((await visitor.get(listing)).body.photos).toEqual([url])
    expect(s3.calls).toEqual([])
    const photo = await get(photoSrc(url))
    expect([photo.statusCode, photo.headers['cache-control']]).toEqual([503, 'no-store'])
    s3.recover()
    expect((await get(photoSrc(url))).statusCode).toBe(200)
  })

  it('no listing can name a photo that is not wholly there', async () => {
    const { s3, db, upload, post } = await openSite()
    const isLargest = (call: string) => call.startsWith('PUT') && call.includes('-1280.webp')
    s3.trouble({ kind: 'answers', status: 500 }, { when: isLargest })
    const { answer } = await upload(1400)
    expect(answer.statusCode).toBe(503)
    const name = [...s3.objects.keys()][0]?.slice('uploads/'.length, 'uploads/'.length + 32)
    const refused = await post(`/uploads/${name}.webp`)
    expect(refused.status).toBe(400)
    expect(await photoRows(db)).toEqual([])
    s3.recover()
    const { url } = await upload(1400)
    expect(url).toBe(`/uploads/${name}.webp`)
    expect(s3.objects.size).toBe(3)
    expect((await post(url)).status).toBe(201)
  })

  it('a passing fault is not noticed', async () => {
    const { s3, upload, get } = await openSite()
    s3.trouble({ kind: 'answers', status: 503 }, { times: 2 })
    const { answer, url } = await upload(400)
    expect(answer.statusCode).toBe(201)
    s3.trouble({ kind: 'truncates' }, { times: 1 })
    expect((await get(photoSrc(url, 320))).statusCode).toBe(200)
  })

  it.each([{ kind: 'truncates' }, { kind: 'corrupts' }] satisfies Trouble[])(
    'nobody keeps a damaged photo: $kind',
    async (damage) => {
      const { app, s3, upload } = await openSite()
      const { url } = await upload(await noisy())
      const site = await app.listen({ port: 0, host: '127.0.0.1' })
      const fetched = async (width: 640 | 1280) => {
        const answer = await fetch(site + photoSrc(url, width))
        return { status: answer.status, size: (await answer.arrayBuffer()).byteLength }
      }
      s3.trouble(damage)
      expect(await fetched(640)).toMatchObject({ status: 503 })
      expect(await fetched(1280).catch(() => 'broke off')).toBe('broke off')
      s3.recover()
      for (const width of [640, 1280] as const) {
        const stored = s3.objects.get(`${url.slice(1, -'.webp'.length)}-${width}.webp`)
        expect(await fetched(width)).toEqual({ status: 200, size: stored?.bytes.length })
      }
    },
  )
})
