import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSmallS3 } from '#tests/support/object-store/small-s3.ts'
import { photoStoreBehaviour } from '#tests/support/photo-store-behaviour.ts'
import { openDiskStore } from './disk-store.ts'
import { openPhotoStore } from './open-photo-store.ts'
import { openS3Store } from './s3/open-s3-store.ts'

async function folder() {
  const root = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

describe('photos on disk', () => {
  photoStoreBehaviour(async () => openDiskStore(await folder()))
})

describe('photos in an object store', () => {
  photoStoreBehaviour(async () => openS3Store((await startSmallS3()).address))
})

describe('photos', () => {
  const photo = ['0123456789abcdef0123456789abcdef', [{ width: 320, bytes: Buffer.from('x') }]]
  const [name, versions] = photo as [string, { width: number; bytes: Buffer }[]]

  it('go to the disk, or to the store that is named', async () => {
    const s3 = await startSmallS3()
    const DATA_DIR = await folder()
    const onDisk = await openPhotoStore({ DATA_DIR, S3_URL: undefined })
    await onDisk.put(name, versions)
    expect(s3.calls).toEqual([])
    const inStore = await openPhotoStore({ DATA_DIR, S3_URL: s3.address })
    expect(await inStore.has(name, [320])).toBe(false)
    await inStore.put(name, versions)
    expect([...s3.objects.keys()]).toEqual([`uploads/${name}-320.webp`])
  })
})
