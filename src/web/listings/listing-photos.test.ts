import { expect, it } from 'vitest'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { formPhotoSrc } from './form/photo-panel.tsx'
import { inDisplayOrder, toPhotoSource, withPrivatePhotos } from './listing-photos.ts'

const name = '0123456789abcdef0123456789abcdef'

it('shows an upload', () => {
  const info = { url: `/uploads/${name}.webp`, width: 300, height: 200, preview: 'data:,' }
  expect(toPhotoSource(info, 'Lamp')).toEqual({
    src: `/api/uploads/${name}.webp`,
    srcSet: `/api/uploads/${name}.webp 300w`,
    width: 300,
    height: 200,
    preview: 'data:,',
    alt: 'Lamp',
  })
})

it('loads nothing from another server', () => {
  for (const url of [
    `https://example.com/uploads/${name}.webp`,
    'http://localhost/api/auth/logout',
  ]) {
    const info = { url, width: null, height: null, preview: null }
    expect(toPhotoSource(info, 'Lamp')).toEqual({ alt: 'Lamp' })
  }
})

it('puts photos that can be shown first, in their order', () => {
  const foreign = { url: 'https://example.com/a.jpg', width: null, height: null, preview: null }
  const upload = { url: `/uploads/${name}.webp`, width: 300, height: 200, preview: '' }
  const another = { ...upload, url: upload.url.replace('0', '1') }
  expect(inDisplayOrder([foreign, upload, foreign, another])).toEqual([
    upload,
    another,
    foreign,
    foreign,
  ])
})

const photo = { url: `/uploads/${name}.webp`, width: 1280, height: 960, preview: '' }
const lamp = (changes: object = {}) =>
  sampleListing('misc', { id: 5, photos: [photo.url], photo_info: [photo], ...changes })

it.each(['hidden', 'removed'])('reads the photos of a %s listing through the listing', (status) => {
  const [own, behindCdn] = withPrivatePhotos(
    lamp({
      status,
      photo_info: [photo, { ...photo, url: `https://cdn.example/uploads/${name}.webp` }],
    }),
  ).photos.map((info) => toPhotoSource(info, 'Lamp'))
  expect(own).toMatchObject({
    src: `/api/misc/5/photos/${name}.webp`,
    srcSet: expect.stringContaining(`/api/misc/5/photos/${name}-320.webp 320w, `),
  })
  expect(behindCdn).toEqual(own)
})

it('reads the photos of all others at their public address', () => {
  const listing = lamp()
  expect(withPrivatePhotos(listing)).toBe(listing)
})

it('shows in the form of a hidden listing its own photos, and those that were added since', () => {
  const hidden = lamp({ status: 'hidden' })
  const added = photo.url.replace('0', '1')
  expect(formPhotoSrc(hidden, photo.url)).toBe(`/api/misc/5/photos/${name}-320.webp`)
  expect(formPhotoSrc(hidden, added)).toBe(`/api${added.replace('.', '-320.')}`)
  expect(formPhotoSrc(lamp(), photo.url)).toBe(`/api/uploads/${name}-320.webp`)
  expect(formPhotoSrc(undefined, 'https://example.com/a.jpg')).toBe('')
})
