import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeProgress, isInstalled } from './install.mjs'

let root: string

function write(path: string, content: unknown) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(content))
}

const zod = { version: '4.6.7' }
const otherPlatform = { version: '1.0.0', optional: true }

function writeInstallation(packages: Record<string, unknown>) {
  write('node_modules/.bin/node', '')
  write('node_modules/.package-lock.json', { packages })
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quad-install-'))
  write('package-lock.json', {
    packages: { '': {}, 'node_modules/zod': zod, 'node_modules/for-another-os': otherPlatform },
  })
})
afterEach(() => rmSync(root, { recursive: true }))

describe('isInstalled', () => {
  it('is false on a fresh clone', () => {
    expect(isInstalled(root)).toBe(false)
  })

  it('is false when npm was interrupted before it wrote its record', () => {
    write('node_modules/zod/package.json', zod)
    expect(isInstalled(root)).toBe(false)
  })

  it('is true when npm installed all packages for this platform', () => {
    writeInstallation({ 'node_modules/zod': zod })
    expect(isInstalled(root)).toBe(true)
  })

  it('is false when a package is missing', () => {
    writeInstallation({})
    expect(isInstalled(root)).toBe(false)
  })

  it('can do without the packages for development, which npm ci --omit=dev leaves out', () => {
    const vite = { version: '8.3.8', dev: true }
    write('package-lock.json', { packages: { 'node_modules/zod': zod, 'node_modules/vite': vite } })
    writeInstallation({ 'node_modules/zod': zod })
    expect(isInstalled(root, { withDev: false })).toBe(true)
    expect(isInstalled(root)).toBe(false)
    writeInstallation({ 'node_modules/vite': vite })
    expect(isInstalled(root, { withDev: false })).toBe(false)
  })

  it('is false when a package has another version', () => {
    writeInstallation({ 'node_modules/zod': { version: '4.6.6' } })
    expect(isInstalled(root)).toBe(false)
  })

  it('is false when the pinned Node is missing', () => {
    write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': zod } })
    expect(isInstalled(root)).toBe(false)
  })

  it('is false after the lock file changed', () => {
    writeInstallation({ 'node_modules/zod': zod })
    expect(isInstalled(root)).toBe(true)
    write('package-lock.json', { packages: { 'node_modules/zod': { version: '5.0.0' } } })
    expect(isInstalled(root)).toBe(false)
  })
})

it('says how many packages are there, of those that every machine gets', () => {
  expect(describeProgress(root)).toBe('Installing packages… 0 of 1')
  write('node_modules/zod/package.json', zod)
  expect(describeProgress(root)).toBe('Installing packages… 1 of 1')
})
