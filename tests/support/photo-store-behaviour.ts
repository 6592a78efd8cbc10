import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { PhotoStore } from '#server/photos/photo-store.ts'

const name = '0123456789abcdef0123456789abcdef'
const other = 'fedcba9876543210fedcba9876543210'
const versions = [
  { width: 320, bytes: Buffer.from('small') },
  { width: 640, bytes: Buffer.from('large') },
]

/** What every place that keeps photos does alike. */
export function photoStoreBehaviour(openStore: () => Promise<PhotoStore>) {
  it('are there with all their versions', async () => {
    const store = await openStore()
    expect(await store.get(name, 320)).toBeUndefined()
    expect(await store.has(name, [320])).toBe(false)
    await store.put(name, versions)
    expect(String(await store.get(name, 320))).toBe('small')
    expect(String(await store.get(name, 640))).toBe('large')
    expect(await store.get(name, 1280)).toBeUndefined()
    expect(await store.has(name, [320, 640])).toBe(true)
    expect(await store.has(name, [320, 640, 1280])).toBe(false)
  })

  it('come as a stream where the store has streams', async () => {
    const store = await openStore()
    await store.put(name, versions)
    if (!store.stream) return
    const { size, body } = (await store.stream(name, 640)) ?? { body: Readable.from([]) }
    expect(size).toBe(5)
    expect(String(Buffer.concat(await Array.fromAsync<Buffer>(body)))).toBe('large')
    expect(await store.stream(name, 1280)).toBeUndefined()
  })

  it('are known by size and checksum', async () => {
    const store = await openStore()
    await store.put(name, versions)
    expect(await store.fingerprint(name, 320)).toEqual({
      size: 5,
      sha256: createHash('sha256').update('small').digest('hex'),
    })
    expect(await store.fingerprint(name, 1280)).toBeUndefined()
  })

  it('stay as they are when put again', async () => {
    const store = await openStore()
    await Promise.all([store.put(name, versions), store.put(name, versions)])
    await store.put(name, [{ width: 320, bytes: Buffer.from('other') }])
    expect(String(await store.get(name, 320))).toBe('small')
  })

  it('are listed once each, with the time they were put', async () => {
    const store = await openStore()
    await store.put(other, versions)
    await store.put(name, versions)
    const listed = (await Array.fromAsync(store.list())).flat()
    expect(listed.map((photo) => photo.name).sort()).toEqual([name, other])
    for (const { since } of listed) expect(Math.abs(since - Date.now())).toBeLessThan(600_000)
  })

  it('come back from aside', async () => {
    const store = await openStore()
    await store.put(name, versions)
    const ticket = (await store.setAside(name)) ?? ''
    expect(await store.get(name, 320)).toBeUndefined()
    expect(await Array.fromAsync(store.list()).then((pages) => pages.flat())).toEqual([])
    expect(await store.listAside()).toEqual([{ ticket, name, since: expect.any(Number) }])
    await store.restore(ticket)
    expect(String(await store.get(name, 320))).toBe('small')
    expect(String(await store.get(name, 640))).toBe('large')
    expect(await store.listAside()).toEqual([])
  })

  it('come back although they were put again meanwhile, or came back already', async () => {
    const store = await openStore()
    await store.put(name, versions)
    const ticket = (await store.setAside(name)) ?? ''
    await store.put(name, versions)
    await store.restore(ticket)
    await store.restore(ticket)
    expect(String(await store.get(name, 640))).toBe('large')
    expect(await store.listAside()).toEqual([])
  })

  it('are gone once discarded', async () => {
    const store = await openStore()
    await store.put(name, versions)
    await store.discard((await store.setAside(name)) ?? '')
    expect(await store.has(name, [320])).toBe(false)
    expect(await store.listAside()).toEqual([])
    expect(await store.setAside(name)).toBeUndefined()
  })
}
