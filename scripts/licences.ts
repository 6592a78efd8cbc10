import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LockedPackage, lockedPackages, lockFolders } from './locked-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export const licencesFile = join(root, 'docs/licences.md')

if (import.meta.main) {
  writeFileSync(licencesFile, licenceListing())
  console.log('Wrote docs/licences.md.')
}

/** All packages by licence, those that serve students apart from the tools, as Markdown. */
export function licenceListing(): string {
  const packages = lockFolders.flatMap((folder) => lockedPackages(root, folder))
  const tools = packages.filter(({ isTool }) => isTool)
  const serving = packages.filter(({ isTool }) => !isTool)
  return `# Licences of the packages

Written by \`node scripts/licences.ts\` from the lock files. It names the packages of every platform; a machine
installs those of its own.

## What serves students

${byLicence(serving)}

## Tools for building and testing

${byLicence(tools)}
`
}

function byLicence(packages: LockedPackage[]): string {
  const groups = Object.entries(Object.groupBy(packages, ({ licence }) => licence))
  return groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, group = []]) => `**${licence}**: ${names(group)}`)
    .join('\n\n')
}

function names(packages: LockedPackage[]): string {
  const all = new Set(packages.map(({ name, version }) => `${name} ${version}`))
  return [...all].toSorted().join(', ')
}
