import { execFile } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createBackupPath } from '#tests/support/backup-site.ts'
import { createTarWriter, encodeTarHeader, readTarEntries } from './tar.ts'

const files = {
  'empty.txt': '',
  'tables/one.txt': 'é'.repeat(255),
  'tables/full-block.txt': 'x'.repeat(512),
  'photos/two.txt': 'y'.repeat(1_025),
}

async function writeTar() {
  const path = await createBackupPath()
  const file = await open(path, 'w')
  const tar = createTarWriter(file, 1_700_000_000)
  for (const [name, content] of Object.entries(files)) await tar.add(name, content)
  const size = await tar.end()
  await file.close()
  expect((await readFile(path)).length).toBe(size)
  return path
}

it('reads the entries it wrote', async () => {
  const file = await open(await writeTar())
  const contents: Record<string, string> = {}
  for await (const entry of readTarEntries(file)) {
    if (entry.name !== 'empty.txt') contents[entry.name] = (await entry.read()).toString()
  }
  await file.close()
  expect({ 'empty.txt': '', ...contents }).toEqual(files)
})

it('is readable by the system tar', async () => {
  const path = await writeTar()
  const tar = (...args: string[]) => promisify(execFile)('tar', [...args])
  expect((await tar('-tf', path)).stdout.split(/\r?\n/).filter(Boolean)).toEqual(Object.keys(files))
  expect((await tar('-xOf', path, 'photos/two.txt')).stdout).toBe(files['photos/two.txt'])
})

it('rejects names that are too long', () => {
  expect(() => encodeTarHeader({ name: 'é'.repeat(51), size: 0, time: 0 })).toThrow(RangeError)
})
