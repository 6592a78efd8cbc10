import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { openDiskStore } from './disk-store.ts'
import { type MoveProgress, movePhotos } from './move-photos.ts'
import type { PhotoStore } from './photo-store.ts'
import { openS3Store } from './s3/open-s3-store.ts'

const photoName = (index: number) => index.toString(16).padStart(32, '0')

async function openBoth(photos = 20) {
  const root = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const s3 = await startFakeS3()
  const [disk, store] = [await openDiskStore(root), await openS3Store(s3.config)]
  for (let index = 0; index < photos; index++) {
    await disk.put(photoName(index), [
      { width: 320, bytes: Buffer.from(`small ${index}`) },
      { width: 640, bytes: Buffer.from(`large ${index}`) },
    ])
  }
  return { s3, disk, store }
}

async function readContents(store: PhotoStore) {
  const names = (await Array.fromAsync(store.list())).flat().map(({ name }) => name)
  const contents = names.map(async (name) => [name, String(await store.get(name, 640))] as const)
  return new Map((await Promise.all(contents)).sort())
}

describe('movePhotos', () => {
  it('copies all photos to the other store and back', async () => {
    const { disk, store } = await openBoth()
    const before = await readContents(disk)
    const there = await movePhotos({ from: disk, to: store })
    expect(there).toMatchObject({ total: 20, copied: 20, skipped: 0 })
    expect(await readContents(store)).toEqual(before)
    const { disk: empty } = await openBoth(0)
    expect(await movePhotos({ from: store, to: empty })).toMatchObject({ copied: 20, skipped: 0 })
    expect(await readContents(empty)).toEqual(before)
    expect(await readContents(disk)).toEqual(before)
  })

  it('skips what an interrupted run has copied', async () => {
    const { s3, disk, store } = await openBoth()
    let puts = 0
    const isLaterPut = (request: string) => request.startsWith('PUT') && ++puts > 15
    s3.injectFault({ kind: 'status', status: 400 }, { when: isLaterPut })
    await expect(movePhotos({ from: disk, to: store })).rejects.toThrow(/can't reach your photos/)
    s3.clearFault()
    const copiedObjects = s3.objects.size
    s3.requests.length = 0
    const { copied, skipped } = await movePhotos({ from: disk, to: store })
    expect(copied + skipped).toBe(20)
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(
      40 - copiedObjects,
    )
    s3.requests.length = 0
    expect(await movePhotos({ from: disk, to: store })).toMatchObject({ copied: 0, skipped: 20 })
    expect(s3.requests.filter((request) => !/^(HEAD|GET)/.test(request))).toEqual([])
  })

  it('replaces a photo whose content differs', async () => {
    const { disk, store } = await openBoth(2)
    await store.put(photoName(1), [{ width: 640, bytes: Buffer.from('other') }])
    expect(await movePhotos({ from: disk, to: store })).toMatchObject({ copied: 2 })
    expect(String(await store.get(photoName(1), 640))).toBe('large 1')
    expect(await store.listQuarantined()).toEqual([])
  })

  it('throws if a photo does not arrive', async () => {
    const { disk, store } = await openBoth(1)
    const lossyStore = { ...store, put: async () => undefined }
    await expect(movePhotos({ from: disk, to: lossyStore })).rejects.toThrow(/did not arrive whole/)
  })

  it('limits concurrency and reports progress', async () => {
    const { disk, store } = await openBoth()
    let running = 0
    let maxRunning = 0
    const observedStore: PhotoStore = {
      ...store,
      async put(name, variants) {
        maxRunning = Math.max(maxRunning, ++running)
        await store.put(name, variants)
        running--
      },
    }
    const seen: number[] = []
    const onProgress = ({ copied }: MoveProgress) => seen.push(copied)
    await movePhotos({ from: disk, to: observedStore, concurrency: 3, onProgress })
    expect(maxRunning).toBeLessThanOrEqual(3)
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})
