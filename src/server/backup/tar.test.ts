import { execFile } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { backupPath } from '#tests/support/backup-site.ts'
import { encodeHeader } from './tar-header.ts'
import { tarEntries } from './tar-reader.ts'
import { tarWriter } from './tar-writer.ts'

const files = {
  'empty.txt': '',
  'tables/one.txt': 'é'.repeat(255),
  'tables/full-block.txt': 'x'.repeat(512),
  'photos/two.txt': 'y'.repeat(1_025),
}

async function written() {
  const path = await backupPath()
  const file = await open(path, 'w')
  const tar = tarWriter(file, 1_700_000_000)
  for (const [name, content] of Object.entries(files)) await tar.add(name, content)
  const size = await tar.end()
  await file.close()
  expect((await readFile(path)).length).toBe(size)
  return path
}

it('reads what it wrote, and only what is asked for', async () => {
  const file = await open(await written())
  const read: Record<string, string> = {}
  for await (const entry of tarEntries(file)) {
    if (entry.name !== 'empty.txt') read[entry.name] = (await entry.read()).toString()
  }
  await file.close()
  expect({ 'empty.txt': '', ...read }).toEqual(files)
})

it('is understood by the tar of the system', async () => {
  const path = await written()
  const tar = (...args: string[]) => promisify(execFile)('tar', [...args])
  expect((await tar('-tf', path)).stdout.split(/\r?\n/).filter(Boolean)).toEqual(Object.keys(files))
  expect((await tar('-xOf', path, 'photos/two.txt')).stdout).toBe(files['photos/two.txt'])
})

it('refuses names that would be cut', () => {
  expect(() => encodeHeader({ name: 'é'.repeat(51), size: 0, time: 0 })).toThrow(RangeError)
})
