import { describe, expect, it } from 'vitest'
import { photoSrc, photoSrcSet, photoVariant } from './photos.ts'

const own = '/uploads/0123456789abcdef0123456789abcdef.webp'
const foreign = 'https://example.com/uploads/0123456789abcdef0123456789abcdef.webp'

describe('the address of a photo in another width', () => {
  it('names the width, whatever width the address named before', () => {
    const small = '/uploads/0123456789abcdef0123456789abcdef-320.webp'
    expect(photoVariant(own, 320)).toBe(small)
    expect(photoVariant(photoVariant(own, 1280), 320)).toBe(small)
    expect(photoVariant(`/api${own}`, 320)).toBe(`/api${small}`)
  })

  it.each([foreign, '/placeholder.svg', ''])('leaves %j as it is', (url) => {
    expect(photoVariant(url, 640)).toBe(url)
  })
})

describe('what an image points at', () => {
  it('lies below the API for photos of this site', () => {
    expect(photoSrc(own)).toBe(`/api${own}`)
    expect(photoSrc(own, 640)).toBe('/api/uploads/0123456789abcdef0123456789abcdef-640.webp')
    expect(photoSrc(photoSrc(own))).toBe(`/api${own}`)
  })

  it('is the address itself for photos kept elsewhere', () => {
    expect(photoSrc(foreign, 320)).toBe(foreign)
  })
})

describe('the widths a browser may choose from', () => {
  const info = { url: own, height: 10, preview: 'data:,' }
  const stem = '/api/uploads/0123456789abcdef0123456789abcdef'

  it('are those that exist, with their true widths', () => {
    expect(photoSrcSet({ ...info, width: 500 })).toBe(`${stem}-320.webp 320w, ${stem}.webp 500w`)
    expect(photoSrcSet({ ...info, width: 200 })).toBe(`${stem}.webp 200w`)
    expect(photoSrcSet({ ...info, width: 1280 })).toBe(
      `${stem}-320.webp 320w, ${stem}-640.webp 640w, ${stem}.webp 1280w`,
    )
  })

  it('are found where the photo is, before a CDN too', () => {
    const cdn = 'https://cdn.example/quad/uploads/0123456789abcdef0123456789abcdef'
    expect(photoSrcSet({ ...info, url: `${cdn}-640.webp`, width: 500 })).toBe(
      `${cdn}-320.webp 320w, ${cdn}-640.webp 500w`,
    )
  })

  it('are none for a photo kept elsewhere', () => {
    expect(photoSrcSet({ url: foreign, width: null, height: null, preview: null })).toBeUndefined()
  })
})
