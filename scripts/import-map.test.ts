import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withImportMap } from './import-map.ts'

it('CONTRIBUTING.md has the current import map (npm run map)', async () => {
  const text = await readFile('CONTRIBUTING.md', 'utf8')
  expect(withImportMap(text)).toBe(text)
})
