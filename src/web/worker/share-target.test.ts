import { afterEach, expect, it, vi } from 'vitest'
import { sharedPhotosField, sharedPhotosMs } from '#contract/offline.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'
import { takeSharedPhotos } from '../photos/shared-photos.ts'
import { storeSharedPhotos } from './share-target.ts'

afterEach(() => vi.unstubAllGlobals())

function open() {
  const memory = createMemoryCaches()
  vi.stubGlobal('caches', memory.caches)
  const share = async (...names: string[]) => {
    const form = new FormData()
    for (const name of names) {
      form.append(sharedPhotosField, new File([name], name, { type: 'image/jpeg' }))
    }
    return storeSharedPhotos(memory.caches, form, sharedPhotosField)
  }
  return { ...memory, share }
}

it('gives shared photos to the first form, with their names, and once', async () => {
  const { share } = open()
  expect(await share('desk lamp é.jpg', 'b.jpg')).toBe(2)
  const photos = await takeSharedPhotos()
  expect(photos.map(({ name, type }) => [name, type])).toEqual([
    ['desk lamp é.jpg', 'image/jpeg'],
    ['b.jpg', 'image/jpeg'],
  ])
  expect(await photos[0]?.text()).toBe('desk lamp é.jpg')
  expect(await takeSharedPhotos()).toEqual([])
})

it('drops photos that were shared before, that are too many, and that waited too long', async () => {
  const { share, contents } = open()
  await share('old.jpg')
  const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`)
  expect(await share(...names)).toBe(10)
  expect((await takeSharedPhotos()).map(({ name }) => name)).toEqual(names.slice(0, 10))
  await share('a.jpg')
  expect(await takeSharedPhotos(Date.now() + sharedPhotosMs + 1)).toEqual([])
  expect(contents()).toEqual({})
})

it('says that there was no photo', async () => {
  const { share, contents } = open()
  expect(await share()).toBe(0)
  expect(contents()).toEqual({})
})
