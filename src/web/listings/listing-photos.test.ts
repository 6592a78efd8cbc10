import { expect, it } from 'vitest'
import { toPhotoSource } from './listing-photos.ts'

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
