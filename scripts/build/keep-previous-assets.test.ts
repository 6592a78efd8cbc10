import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepPreviousAssets } from './keep-previous-assets.ts'

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'quad-build-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

function build(files: string[], content: string) {
  const root = folder()
  for (const name of ['assets', '.vite']) mkdirSync(join(root, name))
  const [file = '', ...assets] = files.map((name) => `assets/${name}`)
  writeFileSync(join(root, '.vite/manifest.json'), JSON.stringify({ entry: { file, assets } }))
  for (const name of files) writeFileSync(join(root, 'assets', name), content)
  writeFileSync(join(root, 'assets', `${files[0]}.br`), content)
  return root
}

it('keeps the files of the previous build, not those of older ones', () => {
  const first = build(['entry-1.js', 'font.woff2'], 'first')
  const second = build(['entry-2.js', 'font.woff2'], 'second')
  const third = build(['entry-3.js'], 'third')
  keepPreviousAssets(folder(), first)
  keepPreviousAssets(first, second)
  keepPreviousAssets(second, third)
  const names = (root: string) => readdirSync(join(root, 'assets')).sort()
  const firstNames = ['entry-1.js', 'entry-1.js.br']
  const secondNames = ['entry-2.js', 'entry-2.js.br']
  expect(names(second)).toEqual([...firstNames, ...secondNames, 'font.woff2'])
  expect(names(third)).toEqual([...secondNames, 'entry-3.js', 'entry-3.js.br', 'font.woff2'])
  expect(readFileSync(join(second, 'assets/font.woff2'), 'utf8')).toBe('second')
})
