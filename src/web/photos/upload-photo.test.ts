import { expect, it } from 'vitest'
import { shrunkSize } from './upload-photo.ts'

const megabyte = 1024 * 1024
const jpeg = (size: number) => ({ size, type: 'image/jpeg' })

it('keeps a photo that is small enough', () => {
  expect(shrunkSize(2048, 1536, jpeg(3 * megabyte))).toBeUndefined()
  expect(shrunkSize(1, 1, jpeg(10))).toBeUndefined()
})

it('fits the longer side to the maximum', () => {
  expect(shrunkSize(4032, 3024, jpeg(3 * megabyte))).toEqual({ width: 2048, height: 1536 })
  expect(shrunkSize(3024, 4032, jpeg(3 * megabyte))).toEqual({ width: 1536, height: 2048 })
  expect(shrunkSize(20_000, 2, jpeg(megabyte))).toEqual({ width: 2048, height: 1 })
})

it('re-encodes a photo that exceeds the upload limit', () => {
  expect(shrunkSize(1000, 800, jpeg(11 * megabyte))).toEqual({ width: 1000, height: 800 })
})

it('re-encodes a photo that the server cannot read, whatever its size', () => {
  for (const type of ['image/heic', 'image/heif', 'image/tiff', '']) {
    expect(shrunkSize(640, 480, { size: 10, type })).toEqual({ width: 640, height: 480 })
  }
  for (const type of ['image/png', 'image/webp', 'image/avif', 'image/gif']) {
    expect(shrunkSize(640, 480, { size: 10, type })).toBeUndefined()
  }
})
