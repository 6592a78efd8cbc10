import { describe, expect, it } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { createFileForm, encodeForm } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'

interface ListingBody {
  id: number
  photos: string[]
  photo_info: { url: string }[]
}

const externalUrl = 'https://photos.example/1.jpg'

async function createListing(settings: Record<string, string>) {
  const testApp = await buildTestAppWithUsers('sqlite', settings)
  const { ada, app } = testApp
  const form = createFileForm('image', await fourColorImage(500, 250).jpeg().toBuffer())
  const { headers, payload } = await encodeForm(form)
  const cookie = ada.cookie()
  const send = { method: 'POST', url: '/api/upload', payload } as const
  const { url } = (await app.inject({ ...send, headers: { ...headers, cookie } })).json<{
    url: string
  }>()
  const listing = { ...listingInputs.misc, photos: [url, externalUrl] }
  const posted = (await ada.post('/api/misc', listing)).body as unknown as ListingBody
  return { ...testApp, url, listing, posted }
}

describe('PHOTO_URL', () => {
  it('is the origin of the photo URLs in responses, and not stored', async () => {
    const { ada, visitor, url, listing, posted } = await createListing({
      PHOTO_URL: 'https://cdn.example/q/',
    })
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    const onCdn = `https://cdn.example/q${url.replace('.webp', '-640.webp')}`
    const path = `/api/misc/${posted.id}`
    const list = (await visitor.get('/api/misc')).body.results
    const changed = await ada.put(path, { ...listing, photos: [onCdn, externalUrl] })
    const one = await visitor.get(path)
    const own = await ada.get(`/api/users/${one.body.seller.id}/misc`)
    for (const body of [
      posted,
      ...list,
      changed.body,
      one.body,
      ...(own.body as unknown as ListingBody[]),
    ]) {
      expect(body.photos).toEqual([url, externalUrl])
      expect(body.photo_info).toMatchObject([{ url: onCdn, width: 500 }, { url: externalUrl }])
    }
  })

  it('leads to URLs whose paths are the keys of the bucket', async () => {
    const s3 = await startFakeS3()
    const { posted } = await createListing({ PHOTO_URL: 'https://cdn.example', S3_URL: s3.url })
    const path = new URL(posted.photo_info[0]?.url ?? '').pathname
    expect([...s3.objects.keys()]).toContain(path.slice(1))
  })

  it('leaves the URLs unchanged if it is not set', async () => {
    const { posted, url } = await createListing({})
    expect(posted.photo_info).toMatchObject([{ url }, { url: externalUrl }])
  })

  it('or not, pages of other origins, such as web mail and those of a CDN, may show a photo', async () => {
    const { app, url } = await createListing({})
    const response = await app.inject(photoSrc(url, 640))
    expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
  })
})
