import { expect, it } from 'vitest'
import { editedName, editedSizes, largestVariant, wholePhoto } from './edit-photo.ts'

const photo = { width: 4000, height: 3000 }

it('a quarter turn swaps the sides, a half turn does not', () => {
  const turned = (turns: number) => editedSizes(photo, { turns, crop: wholePhoto }, 5000).result
  expect(turned(0)).toEqual(photo)
  expect(turned(1)).toEqual({ width: 3000, height: 4000 })
  expect(turned(2)).toEqual(photo)
  expect(turned(3)).toEqual({ width: 3000, height: 4000 })
})

it('the crop is a part of the turned photo, and large results are scaled down', () => {
  const crop = { x: 50, y: 25, width: 50, height: 50 }
  expect(editedSizes(photo, { turns: 1, crop }, 1000)).toEqual({
    turned: { width: 3000, height: 4000 },
    area: { x: 1500, y: 1000, width: 1500, height: 2000 },
    result: { width: 750, height: 1000 },
  })
})

it('a crop never leaves the photo, and has at least one pixel', () => {
  const { area } = editedSizes(
    { width: 10, height: 10 },
    { turns: 0, crop: { x: 99.9, y: 40, width: 30, height: 0.1 } },
    100,
  )
  expect(area).toEqual({ x: 9, y: 4, width: 1, height: 1 })
})

it.each([
  ['IMG_2041.heic', 'IMG_2041.jpg'],
  ['a.b.png', 'a.b.jpg'],
  ['photo', 'photo.jpg'],
])('%s becomes %s', (name, edited) => {
  expect(editedName(name)).toBe(edited)
})

it.each([
  ['/api/uploads/0a-320.webp', '/api/uploads/0a.webp'],
  ['/api/rentals/3/photos/0a-320.webp', '/api/rentals/3/photos/0a.webp'],
])('the largest variant of %s has no width', (src, largest) => {
  expect(largestVariant(src)).toBe(largest)
})
