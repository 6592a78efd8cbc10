import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { filesIn } from '#tests/support/photo-app.ts'
import { openDiskStore } from './disk-store.ts'

const name = '0123456789abcdef0123456789abcdef'
const versions = [
  { width: 320, bytes: Buffer.from('small') },
  { width: 640, bytes: Buffer.from('large') },
]

async function openStore() {
  const root = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return { root, store: await openDiskStore(root) }
}

describe('photos on disk', () => {
  it('leave no draft behind when put again', async () => {
    const { store, root } = await openStore()
    await Promise.all([store.put(name, versions), store.put(name, versions)])
    await store.put(name, [{ width: 320, bytes: Buffer.from('other') }])
    expect(await filesIn(root)).toHaveLength(2)
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })

  it('do not appear at all when a version cannot be written', async () => {
    const { store, root } = await openStore()
    const twice = [...versions, { width: 320, bytes: Buffer.from('again') }]
    await expect(store.put(name, twice)).rejects.toThrow()
    expect(await filesIn(root)).toEqual([])
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })

  it('are listed, and nothing else is', async () => {
    const { store, root } = await openStore()
    await store.put(name, versions)
    await writeFile(join(root, '01', '.DS_Store'), '')
    const names = []
    for await (const page of store.list()) names.push(...page.map((photo) => photo.name))
    expect(names).toEqual([name])
  })

  it('leave no file behind once discarded', async () => {
    const { store, root } = await openStore()
    await store.put(name, versions)
    await store.discard((await store.setAside(name)) ?? '')
    expect(await filesIn(root)).toEqual([])
  })

  it('that were never finished are cleared, those in work are not', async () => {
    const { store, root } = await openStore()
    for (const draft of ['old', 'new']) {
      await mkdir(join(root, 'incoming', draft))
      await writeFile(join(root, 'incoming', draft, '320.webp'), 'half')
    }
    await utimes(join(root, 'incoming', 'old'), 1_000, 1_000)
    await store.tidy(2_000_000)
    expect(await readdir(join(root, 'incoming'))).toEqual(['new'])
  })
})
