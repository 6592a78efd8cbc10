import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isWebBuilt, stampFile, webFingerprint } from './fingerprint.ts'

let root: string

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quad-fingerprint-'))
  write('src/web/entry-client.tsx', 'start()')
  write('src/web/ui/controls/button.tsx', 'button')
  write('src/campus/campus.ts', 'campus')
  write('src/server/main.ts', 'server')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

describe('webFingerprint', () => {
  const changes: [what: string, change: () => void][] = [
    ['a file changes', () => write('src/web/ui/controls/button.tsx', 'nottub')],
    ['a file is added', () => write('src/categories/rental/definition.ts', '')],
    ['a file is removed', () => rmSync(join(root, 'src/web/ui/controls/button.tsx'))],
    ['a public file is added', () => write('public/favicon.svg', '<svg/>')],
    ['the packages change', () => write('package-lock.json', '{ }')],
    ['the version changes', () => write('package.json', '{"version":"0.2.0"}')],
    [
      'text moves between files',
      () => {
        write('src/web/entry-client.tsx', 'start(')
        write('src/web/ui/controls/button.tsx', ')button')
      },
    ],
  ]
  it.each(changes)('changes when %s', (_, change) => {
    const before = webFingerprint(root)
    change()
    expect(webFingerprint(root)).not.toBe(before)
  })

  const unrelated: [what: string, change: () => void][] = [
    ['nothing happens', () => {}],
    ['only the time of a file changes', () => utimesSync(join(root, 'src/campus/campus.ts'), 1, 1)],
    ['the server changes', () => write('src/server/main.ts', 'another')],
    ['a test is added', () => write('src/web/ui/button.test.tsx', 'expect')],
  ]
  it.each(unrelated)('stays the same when %s', (_, change) => {
    const before = webFingerprint(root)
    change()
    expect(webFingerprint(root)).toBe(before)
  })
})

describe('isWebBuilt', () => {
  it('is false before the first build', () => {
    expect(isWebBuilt(root)).toBe(false)
  })

  it('is true until a source changes', () => {
    mkdirSync(dirname(stampFile(root)))
    writeFileSync(stampFile(root), webFingerprint(root))
    expect(isWebBuilt(root)).toBe(true)
    write('src/campus/campus.ts', 'another campus')
    expect(isWebBuilt(root)).toBe(false)
  })
})
