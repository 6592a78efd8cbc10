import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { licenceListing, licencesFile } from '../scripts/licences.ts'
import { type LockedPackage, lockedPackages, lockFolders } from '../scripts/locked-packages.ts'

const root = join(import.meta.dirname, '..')

/** Free to use and pass on; what asks for more (MPL, LGPL) is used as it comes, unchanged and apart. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Zlib',
])

/** Of alternatives one must do, of several together all. */
function isAllowed(licence: string): boolean {
  return licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => allowed.has(each)))
}

const listed = (packages: LockedPackage[]) =>
  packages.map(({ path, licence }) => `${path} ${licence}`)

describe.each(lockFolders)('the packages locked in %s', (folder) => {
  const packages = lockedPackages(root, folder)

  it('are known by their content, wherever they come from', () => {
    expect(packages.length).toBeGreaterThan(50)
    expect(listed(packages.filter(({ integrity }) => !/^sha512-/.test(integrity ?? '')))).toEqual(
      [],
    )
    expect(listed(packages.filter(({ resolved }) => resolved !== undefined))).toEqual([])
  })

  it('have licences that let us use them', () => {
    expect(listed(packages.filter(({ licence }) => !isAllowed(licence)))).toEqual([])
  })

  it('say the same of their licence themselves', () => {
    const liars = packages.filter(({ path, licence }) => {
      const file = join(root, folder, path, 'package.json')
      return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).license !== licence
    })
    expect(listed(liars)).toEqual([])
  })
})

it('docs/licences.md lists them all; node scripts/licences.ts writes it anew', () => {
  expect(readFileSync(licencesFile, 'utf8')).toBe(licenceListing())
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['(MIT AND GPL-3.0)', false],
  ['UNLICENSED', false],
  ['', false],
])('the licence "%s" is allowed: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})
