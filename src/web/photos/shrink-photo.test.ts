import { expect, it } from 'vitest'
import { shrunkSize } from './shrink-photo.ts'

const megabyte = 1024 * 1024

it('keeps a photo that is small enough', () => {
  expect(shrunkSize(2048, 1536, 3 * megabyte)).toBeUndefined()
  expect(shrunkSize(1, 1, 10)).toBeUndefined()
})

it('fits the longer side to the maximum', () => {
  expect(shrunkSize(4032, 3024, 3 * megabyte)).toEqual({ width: 2048, height: 1536 })
  expect(shrunkSize(3024, 4032, 3 * megabyte)).toEqual({ width: 1536, height: 2048 })
  expect(shrunkSize(20_000, 2, megabyte)).toEqual({ width: 2048, height: 1 })
})

it('re-encodes a photo that exceeds the upload limit', () => {
  expect(shrunkSize(1000, 800, 11 * megabyte)).toEqual({ width: 1000, height: 800 })
})
