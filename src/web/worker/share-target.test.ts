import { afterEach, expect, it, vi } from 'vitest'
import { sharedPhotosField, sharedPhotosMs } from '#contract/offline.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'
import { countSharedPhotos, deleteSharedPhotos, takeSharedPhotos } from '../photos/shared-photos.ts'
import { storeSharedPhotos } from './share-target.ts'

afterEach(() => vi.unstubAllGlobals())

function open() {
  const memory = createMemoryCaches()
  vi.stubGlobal('caches', memory.caches)
  const shareFiles = async (...files: File[]) => {
    const form = new FormData()
    for (const file of files) form.append(sharedPhotosField, file)
    return storeSharedPhotos(memory.caches, form, sharedPhotosField)
  }
  const share = (...names: string[]) =>
    shareFiles(...names.map((name) => new File([name], name, { type: 'image/jpeg' })))
  return { ...memory, share, shareFiles }
}

it('gives shared photos to the form that takes them, with their names, and once', async () => {
  const { share } = open()
  expect(await share('desk lamp é.jpg', 'b.jpg')).toBe(2)
  expect(await countSharedPhotos()).toBe(2)
  const photos = await takeSharedPhotos()
  expect(photos.map(({ name, type }) => [name, type])).toEqual([
    ['desk lamp é.jpg', 'image/jpeg'],
    ['b.jpg', 'image/jpeg'],
  ])
  expect(await photos[0]?.text()).toBe('desk lamp é.jpg')
  expect(await countSharedPhotos()).toBe(0)
  expect(await takeSharedPhotos()).toEqual([])
})

it('drops photos that the student does not want to add', async () => {
  const { share, contents } = open()
  await share('a.jpg')
  await deleteSharedPhotos()
  expect(contents()).toEqual({})
})

it('takes nothing that is no photo, or larger than any photo', async () => {
  const { shareFiles, contents } = open()
  const large = new File([new Uint8Array(30 * 1024 * 1024 + 1)], 'large.jpg', {
    type: 'image/jpeg',
  })
  const page = new File(['<script>'], 'page.html', { type: 'text/html' })
  expect(await shareFiles(page, large)).toBe(0)
  expect(contents()).toEqual({})
  const heic = new File(['photo'], 'IMG_1.HEIC')
  expect(await shareFiles(page, heic, large)).toBe(1)
  expect((await takeSharedPhotos()).map(({ name }) => name)).toEqual(['IMG_1.HEIC'])
})

it('keeps what was shared before if nothing takes its place', async () => {
  const { share, shareFiles } = open()
  await share('a.jpg')
  expect(await shareFiles(new File(['text'], 'b.txt', { type: 'text/plain' }))).toBe(0)
  expect(await countSharedPhotos()).toBe(1)
})

it('drops photos that were shared before, that are too many, and that waited too long', async () => {
  const { share, contents } = open()
  await share('old.jpg')
  const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`)
  expect(await share(...names)).toBe(10)
  expect((await takeSharedPhotos()).map(({ name }) => name)).toEqual(names.slice(0, 10))
  await share('a.jpg')
  expect(await countSharedPhotos(Date.now() + sharedPhotosMs + 1)).toBe(0)
  expect(await takeSharedPhotos(Date.now() + sharedPhotosMs + 1)).toEqual([])
  expect(contents()).toEqual({})
})

it('says that there was no photo', async () => {
  const { share, contents } = open()
  expect(await share()).toBe(0)
  expect(contents()).toEqual({})
})
