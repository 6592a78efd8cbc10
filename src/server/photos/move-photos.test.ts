import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSmallS3 } from '#tests/support/object-store/small-s3.ts'
import { openDiskStore } from './disk-store.ts'
import { type MoveProgress, movePhotos } from './move-photos.ts'
import type { PhotoStore } from './photo-store.ts'
import { openS3Store } from './s3/open-s3-store.ts'

const nameOf = (index: number) => index.toString(16).padStart(32, '0')

async function openBoth(photos = 20) {
  const root = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const s3 = await startSmallS3()
  const [disk, store] = [await openDiskStore(root), await openS3Store(s3.address)]
  for (let index = 0; index < photos; index++) {
    await disk.put(nameOf(index), [
      { width: 320, bytes: Buffer.from(`small ${index}`) },
      { width: 640, bytes: Buffer.from(`large ${index}`) },
    ])
  }
  return { s3, disk, store }
}

async function contentOf(store: PhotoStore) {
  const names = (await Array.fromAsync(store.list())).flat().map(({ name }) => name)
  const contents = names.map(async (name) => [name, String(await store.get(name, 640))] as const)
  return new Map((await Promise.all(contents)).sort())
}

describe('moving photos', () => {
  it('copies all of them there and back', async () => {
    const { disk, store } = await openBoth()
    const before = await contentOf(disk)
    const there = await movePhotos({ from: disk, to: store })
    expect(there).toMatchObject({ total: 20, copied: 20, same: 0 })
    expect(await contentOf(store)).toEqual(before)
    const { disk: empty } = await openBoth(0)
    expect(await movePhotos({ from: store, to: empty })).toMatchObject({ copied: 20, same: 0 })
    expect(await contentOf(empty)).toEqual(before)
    expect(await contentOf(disk)).toEqual(before)
  })

  it('goes on where it was cut off', async () => {
    const { s3, disk, store } = await openBoth()
    let puts = 0
    const isLatePut = (call: string) => call.startsWith('PUT') && ++puts > 15
    s3.trouble({ kind: 'answers', status: 400 }, { when: isLatePut })
    await expect(movePhotos({ from: disk, to: store })).rejects.toThrow(/cannot be reached/)
    s3.recover()
    const arrived = s3.objects.size
    s3.calls.length = 0
    const { copied, same } = await movePhotos({ from: disk, to: store })
    expect(copied + same).toBe(20)
    expect(s3.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(40 - arrived)
    s3.calls.length = 0
    expect(await movePhotos({ from: disk, to: store })).toMatchObject({ copied: 0, same: 20 })
    expect(s3.calls.filter((call) => !/^(HEAD|GET)/.test(call))).toEqual([])
  })

  it('replaces what is there but differs', async () => {
    const { disk, store } = await openBoth(2)
    await store.put(nameOf(1), [{ width: 640, bytes: Buffer.from('other') }])
    expect(await movePhotos({ from: disk, to: store })).toMatchObject({ copied: 2 })
    expect(String(await store.get(nameOf(1), 640))).toBe('large 1')
    expect(await store.listAside()).toEqual([])
  })

  it('says so when a photo does not arrive', async () => {
    const { disk, store } = await openBoth(1)
    const forgetful = { ...store, put: async () => undefined }
    await expect(movePhotos({ from: disk, to: forgetful })).rejects.toThrow(/did not arrive whole/)
  })

  it('copies a few at a time, and tells how far it is', async () => {
    const { disk, store } = await openBoth()
    let running = 0
    let most = 0
    const watched: PhotoStore = {
      ...store,
      async put(name, versions) {
        most = Math.max(most, ++running)
        await store.put(name, versions)
        running--
      },
    }
    const seen: number[] = []
    const onProgress = ({ copied }: MoveProgress) => seen.push(copied)
    await movePhotos({ from: disk, to: watched, atOnce: 3, onProgress })
    expect(most).toBeLessThanOrEqual(3)
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})
