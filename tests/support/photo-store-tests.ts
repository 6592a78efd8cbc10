import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { PhotoStore } from '#server/photos/photo-store.ts'

const name = '0123456789abcdef0123456789abcdef'
const otherName = 'fedcba9876543210fedcba9876543210'
const variants = [
  { width: 320, bytes: Buffer.from('small') },
  { width: 640, bytes: Buffer.from('large') },
]

/** Runs the tests that every PhotoStore has to pass. */
export function testPhotoStore(openStore: () => Promise<PhotoStore>) {
  it('stores all variants', async () => {
    const store = await openStore()
    expect(await store.get(name, 320)).toBeUndefined()
    expect(await store.has(name, [320])).toBe(false)
    await store.put(name, variants)
    expect(String(await store.get(name, 320))).toBe('small')
    expect(String(await store.get(name, 640))).toBe('large')
    expect(await store.get(name, 1280)).toBeUndefined()
    expect(await store.has(name, [320, 640])).toBe(true)
    expect(await store.has(name, [320, 640, 1280])).toBe(false)
  })

  it('returns size and checksum', async () => {
    const store = await openStore()
    await store.put(name, variants)
    expect(await store.fingerprint(name, 320)).toEqual({
      size: 5,
      sha256: createHash('sha256').update('small').digest('hex'),
    })
    expect(await store.fingerprint(name, 1280)).toBeUndefined()
  })

  it('does not overwrite files', async () => {
    const store = await openStore()
    await Promise.all([store.put(name, variants), store.put(name, variants)])
    await store.put(name, [{ width: 320, bytes: Buffer.from('other') }])
    expect(String(await store.get(name, 320))).toBe('small')
  })

  it('lists each photo once with the time it was stored', async () => {
    const store = await openStore()
    await store.put(otherName, variants)
    await store.put(name, variants)
    const listed = (await Array.fromAsync(store.list())).flat()
    expect(listed.map((photo) => photo.name).sort()).toEqual([name, otherName])
    // With TEST_CLOCK, the clock of files is not that of this process.
    const clocks = [Date.now(), performance.timeOrigin + performance.now()]
    for (const { storedAt } of listed) {
      const differences = clocks.map((time) => Math.abs(storedAt - time))
      expect(Math.min(...differences)).toBeLessThan(600_000)
    }
  })

  it('restores a quarantined photo', async () => {
    const store = await openStore()
    await store.put(name, variants)
    const quarantineId = (await store.quarantine(name)) ?? ''
    expect(await store.get(name, 320)).toBeUndefined()
    expect(await Array.fromAsync(store.list()).then((pages) => pages.flat())).toEqual([])
    expect(await store.listQuarantined()).toEqual([
      { quarantineId, name, quarantinedAt: expect.any(Number) },
    ])
    await store.restore(quarantineId)
    expect(String(await store.get(name, 320))).toBe('small')
    expect(String(await store.get(name, 640))).toBe('large')
    expect(await store.listQuarantined()).toEqual([])
  })

  it('restores a photo that was stored again or restored meanwhile', async () => {
    const store = await openStore()
    await store.put(name, variants)
    const quarantineId = (await store.quarantine(name)) ?? ''
    await store.put(name, variants)
    await store.restore(quarantineId)
    await store.restore(quarantineId)
    expect(String(await store.get(name, 640))).toBe('large')
    expect(await store.listQuarantined()).toEqual([])
  })

  it('deletes a discarded photo', async () => {
    const store = await openStore()
    await store.put(name, variants)
    await store.discard((await store.quarantine(name)) ?? '')
    expect(await store.has(name, [320])).toBe(false)
    expect(await store.listQuarantined()).toEqual([])
    expect(await store.quarantine(name)).toBeUndefined()
  })
}
