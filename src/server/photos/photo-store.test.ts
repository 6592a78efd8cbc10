import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { testPhotoStore } from '#tests/support/photo-store-tests.ts'
import { openDiskStore } from './disk-store.ts'
import { openPhotoStore } from './open-photo-store.ts'
import { openS3Store } from './s3/open-s3-store.ts'

async function createFolder() {
  const root = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

describe('disk store', () => {
  testPhotoStore(async () => openDiskStore(await createFolder()))
})

describe('S3 store', () => {
  testPhotoStore(async () => openS3Store((await startFakeS3()).config))
})

describe('openPhotoStore', () => {
  const name = '0123456789abcdef0123456789abcdef'
  const variants = [{ width: 320, bytes: Buffer.from('x') }]

  it('opens the disk store, or the bucket of S3_URL', async () => {
    const s3 = await startFakeS3()
    const DATA_DIR = await createFolder()
    const onDisk = await openPhotoStore({ DATA_DIR, S3_URL: undefined })
    await onDisk.put(name, variants)
    expect(s3.requests).toEqual([])
    const inStore = await openPhotoStore({ DATA_DIR, S3_URL: s3.config })
    expect(await inStore.has(name, [320])).toBe(false)
    await inStore.put(name, variants)
    expect([...s3.objects.keys()]).toEqual([`uploads/${name}-320.webp`])
    inStore.close?.()
    await expect.poll(() => s3.openConnections()).toBe(0)
  })
})
