import { expect, it } from 'vitest'
import { inDisplayOrder, toPhotoSource } from './listing-photos.ts'

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
