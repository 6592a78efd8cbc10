import { describe, expect, it } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { openMarket, postings } from '#tests/support/market.ts'
import { startSmallS3 } from '#tests/support/object-store/small-s3.ts'
import { encode, formWith } from '#tests/support/photo-app.ts'
import { quarters } from '#tests/support/photo-files.ts'

interface Shown {
  id: number
  photos: string[]
  photo_info: { url: string }[]
}

const foreign = 'https://photos.example/1.jpg'

async function openSite(settings: Record<string, string>) {
  const market = await openMarket('sqlite', settings)
  const { ada, app } = market
  const form = formWith('image', await quarters(500, 250).jpeg().toBuffer())
  const { headers, payload } = await encode(form)
  const cookie = ada.cookie()
  const send = { method: 'POST', url: '/api/upload', payload } as const
  const { url } = (await app.inject({ ...send, headers: { ...headers, cookie } })).json<{
    url: string
  }>()
  const posting = { ...postings.misc, photos: [url, foreign] }
  const posted = (await ada.post('/api/misc', posting)).body as unknown as Shown
  return { ...market, url, posting, posted }
}

describe('PHOTO_URL', () => {
  it('is where answers say the photos are, and changes nothing that is stored', async () => {
    const { ada, visitor, url, posting, posted } = await openSite({
      PHOTO_URL: 'https://cdn.example/q/',
    })
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    const onCdn = `https://cdn.example/q${url.replace('.webp', '-640.webp')}`
    const path = `/api/misc/${posted.id}`
    const list = (await visitor.get('/api/misc')).body.results
    const changed = await ada.put(path, { ...posting, photos: [onCdn, foreign] })
    const one = await visitor.get(path)
    const own = await ada.get(`/api/users/${one.body.seller.id}/misc`)
    for (const shown of [
      posted,
      ...list,
      changed.body,
      one.body,
      ...(own.body as unknown as Shown[]),
    ]) {
      expect(shown.photos).toEqual([url, foreign])
      expect(shown.photo_info).toMatchObject([{ url: onCdn, width: 500 }, { url: foreign }])
    }
  })

  it('names keys of the bucket, so that a CDN can stand before it', async () => {
    const s3 = await startSmallS3()
    const { posted } = await openSite({ PHOTO_URL: 'https://cdn.example', S3_URL: s3.url })
    const path = new URL(posted.photo_info[0]?.url ?? '').pathname
    expect([...s3.objects.keys()]).toContain(path.slice(1))
  })

  it('lets pages of this site show what a CDN fetched from it', async () => {
    const site = await openSite({ PHOTO_URL: 'https://cdn.example/api' })
    const answer = await site.app.inject(photoSrc(site.url, 640))
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('unset leaves every address as it is', async () => {
    const { app, url, posted } = await openSite({})
    expect(posted.photo_info).toMatchObject([{ url }, { url: foreign }])
    const answer = await app.inject(photoSrc(url))
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})
