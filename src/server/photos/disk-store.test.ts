import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listFiles } from '#tests/support/photo-app.ts'
import { openDiskStore } from './disk-store.ts'

const name = '0123456789abcdef0123456789abcdef'
const variants = [
  { width: 320, bytes: Buffer.from('small') },
  { width: 640, bytes: Buffer.from('large') },
]

async function openStore() {
  const root = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return { root, store: await openDiskStore(root) }
}

describe('disk store', () => {
  it('leaves nothing in incoming if a photo is put again', async () => {
    const { store, root } = await openStore()
    await Promise.all([store.put(name, variants), store.put(name, variants)])
    await store.put(name, [{ width: 320, bytes: Buffer.from('other') }])
    expect(await listFiles(root)).toHaveLength(2)
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })

  it('stores nothing if a variant cannot be written', async () => {
    const { store, root } = await openStore()
    const withDuplicate = [...variants, { width: 320, bytes: Buffer.from('again') }]
    await expect(store.put(name, withDuplicate)).rejects.toThrow()
    expect(await listFiles(root)).toEqual([])
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })

  it('lists photos and ignores other files', async () => {
    const { store, root } = await openStore()
    await store.put(name, variants)
    await writeFile(join(root, '01', '.DS_Store'), '')
    const names = []
    for await (const page of store.list()) names.push(...page.map((photo) => photo.name))
    expect(names).toEqual([name])
  })

  it('deletes the files of a discarded photo', async () => {
    const { store, root } = await openStore()
    await store.put(name, variants)
    await store.discard((await store.quarantine(name)) ?? '')
    expect(await listFiles(root)).toEqual([])
  })

  it('deletes incomplete writes older than the given time', async () => {
    const { store, root } = await openStore()
    for (const draft of ['old', 'new']) {
      await mkdir(join(root, 'incoming', draft))
      await writeFile(join(root, 'incoming', draft, '320.webp'), 'half')
    }
    await utimes(join(root, 'incoming', 'old'), 1_000, 1_000)
    await store.deleteIncomplete(2_000_000)
    expect(await readdir(join(root, 'incoming'))).toEqual(['new'])
  })
})
