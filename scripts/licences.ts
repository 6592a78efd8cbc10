import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LockedPackage, lockFolders, readLockedPackages } from './install/locked-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export const licencesFile = join(root, 'docs/licences.md')

if (import.meta.main) {
  writeFileSync(licencesFile, formatLicences())
  console.log('Wrote docs/licences.md.')
}

/** Formats all packages as Markdown, grouped by licence. Production dependencies and development tools are separate. */
export function formatLicences(): string {
  const packages = lockFolders.flatMap((folder) => readLockedPackages(root, folder))
  const development = packages.filter(({ isDevDependency }) => isDevDependency)
  const production = packages.filter(({ isDevDependency }) => !isDevDependency)
  return `# Licences of the packages

Written by \`node scripts/licences.ts\` from the lock files. It names the packages of every platform; a machine
installs those of its own.

## What serves students

${formatByLicence(production)}

## Tools for building and testing

${formatByLicence(development)}
`
}

function formatByLicence(packages: LockedPackage[]): string {
  const groups = Object.entries(Object.groupBy(packages, ({ licence }) => licence))
  return groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, group = []]) => `**${licence}**: ${formatNames(group)}`)
    .join('\n\n')
}

function formatNames(packages: LockedPackage[]): string {
  const all = new Set(packages.map(({ name, version }) => `${name} ${version}`))
  return [...all].toSorted().join(', ')
}
