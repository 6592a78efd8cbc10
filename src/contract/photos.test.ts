import { describe, expect, it } from 'vitest'
import { isUploadedPhoto, isUploadUrl, photoSrc, photoSrcSet, photoVariantUrl } from './photos.ts'

const own = '/uploads/0123456789abcdef0123456789abcdef.webp'
const external = 'https://example.com/uploads/0123456789abcdef0123456789abcdef.webp'

describe('a photo that may be loaded', () => {
  it('is an upload', () => {
    const uploaded = { url: own, width: 500, height: 250, preview: 'data:,' }
    expect(isUploadedPhoto(uploaded)).toBe(true)
    expect(isUploadUrl(own)).toBe(true)
  })

  it.each([external, 'https://quad.example/api/auth/logout', '/api/auth/logout', ''])(
    'is not one at %j',
    (url) => {
      expect(isUploadedPhoto({ url, width: null, height: null, preview: null })).toBe(false)
      expect(isUploadUrl(url)).toBe(false)
    },
  )
})

describe('photoVariantUrl', () => {
  it('replaces the width of the URL', () => {
    const small = '/uploads/0123456789abcdef0123456789abcdef-320.webp'
    expect(photoVariantUrl(own, 320)).toBe(small)
    expect(photoVariantUrl(photoVariantUrl(own, 1280), 320)).toBe(small)
    expect(photoVariantUrl(`/api${own}`, 320)).toBe(`/api${small}`)
  })

  it.each([external, '/placeholder.svg', ''])('returns %j unchanged', (url) => {
    expect(photoVariantUrl(url, 640)).toBe(url)
  })
})

describe('photoSrc', () => {
  it('is below /api for photos of this site', () => {
    expect(photoSrc(own)).toBe(`/api${own}`)
    expect(photoSrc(own, 640)).toBe('/api/uploads/0123456789abcdef0123456789abcdef-640.webp')
    expect(photoSrc(photoSrc(own))).toBe(`/api${own}`)
  })

  it('is the URL itself for photos of a CDN', () => {
    expect(photoSrc(external, 320)).toBe(external)
  })
})

describe('photoSrcSet', () => {
  const info = { url: own, height: 10, preview: 'data:,' }
  const stem = '/api/uploads/0123456789abcdef0123456789abcdef'

  it('lists the existing variants with their widths', () => {
    expect(photoSrcSet({ ...info, width: 500 })).toBe(`${stem}-320.webp 320w, ${stem}.webp 500w`)
    expect(photoSrcSet({ ...info, width: 200 })).toBe(`${stem}.webp 200w`)
    expect(photoSrcSet({ ...info, width: 1280 })).toBe(
      `${stem}-320.webp 320w, ${stem}-640.webp 640w, ${stem}.webp 1280w`,
    )
  })

  it('keeps the host of a CDN', () => {
    const cdn = 'https://cdn.example/quad/uploads/0123456789abcdef0123456789abcdef'
    expect(photoSrcSet({ ...info, url: `${cdn}-640.webp`, width: 500 })).toBe(
      `${cdn}-320.webp 320w, ${cdn}-640.webp 500w`,
    )
  })
})
