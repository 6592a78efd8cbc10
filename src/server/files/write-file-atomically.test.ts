import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeFileAtomically } from './write-file-atomically.ts'

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, path: join(folder, 'file.txt') }
}

describe('writeFileAtomically', () => {
  it('replaces the file when it is complete, readable by its owner only', async () => {
    const { folder, path } = await createFolder()
    await writeFile(path, 'old')
    const result = await writeFileAtomically(path, async (file) => {
      await file.writeFile('new')
      expect(await readFile(path, 'utf8')).toBe('old')
      return 3
    })
    expect(result).toBe(3)
    expect(await readFile(path, 'utf8')).toBe('new')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['file.txt'])
  })

  it('leaves no file if writing fails', async () => {
    const { folder, path } = await createFolder()
    const write = async () => {
      throw new Error('the disk is full')
    }
    await expect(writeFileAtomically(path, write)).rejects.toThrow('the disk is full')
    expect(await readdir(folder)).toEqual([])
  })
})
