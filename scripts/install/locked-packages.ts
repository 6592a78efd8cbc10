import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockEntry {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
}

export interface LockedPackage {
  name: string
  version: string
  licence: string
  integrity: string | undefined
  resolved: string | undefined
  isDevDependency: boolean
  /** The path where npm puts the package, below the folder of the lock file. */
  path: string
}

/** The folders with a lock file: the product and Lighthouse. Only `npm run bench -- lighthouse` installs Lighthouse. */
export const lockFolders = ['.', 'scripts/lighthouse']

/** Returns every package in a lock file for all platforms, so that the list is the same on every machine. */
export function readLockedPackages(root: string, folder: string): LockedPackage[] {
  const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, LockEntry> }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version: entry.version ?? '',
      licence: entry.license ?? '',
      integrity: entry.integrity,
      resolved: entry.resolved,
      isDevDependency: folder !== '.' || entry.dev === true,
      path,
    }))
}
