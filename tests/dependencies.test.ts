import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type LockedPackage,
  lockFolders,
  readLockedPackages,
} from '../scripts/install/locked-packages.ts'
import { formatLicences, licencesFile } from '../scripts/licences.ts'

const root = join(import.meta.dirname, '..')

/** The allowed licences. MPL and LGPL packages are used unmodified, as separate files. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/** Returns whether a licence is allowed: one of its alternatives (OR), or all parts of a combination (AND). */
function isAllowed(licence: string): boolean {
  return licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => allowed.has(each)))
}

interface Bom {
  bomFormat: string
  components: { name: string; version: string; externalReferences: { type: string }[] }[]
}

const describePackages = (packages: LockedPackage[]) =>
  packages.map(({ path, licence }) => `${path} ${licence}`)

describe.each(lockFolders)('packages locked in %s', (folder) => {
  const packages = readLockedPackages(root, folder)

  it('have integrity hashes and name no registry', () => {
    expect(packages.length).toBeGreaterThan(50)
    expect(
      describePackages(packages.filter(({ integrity }) => !/^sha512-/.test(integrity ?? ''))),
    ).toEqual([])
    expect(describePackages(packages.filter(({ resolved }) => resolved !== undefined))).toEqual([])
  })

  it('have allowed licences', () => {
    expect(describePackages(packages.filter(({ licence }) => !isAllowed(licence)))).toEqual([])
  })

  it('have the same licence in their package.json', () => {
    const mismatches = packages.filter(({ path, licence }) => {
      const file = join(root, folder, path, 'package.json')
      return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).license !== licence
    })
    expect(describePackages(mismatches)).toEqual([])
  })
})

it('docs/licences.md lists all packages; node scripts/licences.ts rewrites it', () => {
  expect(readFileSync(licencesFile, 'utf8')).toBe(formatLicences())
})

it('npm run sbom names every installed package and no registry, without a network', () => {
  const env = { ...process.env, npm_config_offline: 'true' }
  const output = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, env, stdio: 'pipe' })
  const { bomFormat, components }: Bom = JSON.parse(output.toString())
  expect(bomFormat).toBe('CycloneDX')
  const installed = readLockedPackages(root, '.').filter(({ path }) => existsSync(join(root, path)))
  const describeVersions = (packages: { name: string; version: string }[]) =>
    [...new Set(packages.map(({ name, version }) => `${name} ${version}`))].toSorted()
  expect(describeVersions(components)).toEqual(describeVersions(installed))
  const references = components.flatMap(({ externalReferences }) => externalReferences)
  expect(references.filter(({ type }) => type === 'distribution')).toEqual([])
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['(MIT AND GPL-3.0)', false],
  ['UNLICENSED', false],
  ['', false],
])('licence "%s" is allowed: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})
