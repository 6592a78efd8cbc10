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
  /** Not part of what serves students. */
  isTool: boolean
  /** Where npm puts it, below the folder of its lock file. */
  path: string
}

/** The lock files of the product and of the browser audit, which is only installed when it is asked for. */
export const lockFolders = ['.', 'scripts/lighthouse']

/** Every package a lock file names, for whichever platform: the same answer on every machine. */
export function lockedPackages(root: string, folder: string): LockedPackage[] {
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
      isTool: folder !== '.' || entry.dev === true,
      path,
    }))
}
