import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const webSources = [
  'src/web',
  'dev/design',
  'src/categories',
  'src/contract',
  'src/english',
  'src/format',
  'src/campus',
  'src/regions',
  'public',
  'scripts/build.ts',
  'scripts/build/build-worker.ts',
  'scripts/build/precompress.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** Returns a hash of everything that the built pages are made of. */
export function webFingerprint(root: string): string {
  return fingerprint(root, webSources)
}

/** Returns a hash of the names and contents of these files and folders, without tests. */
export function fingerprint(root: string, sources: string[]): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => listFiles(root, source)).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function isWebBuilt(root: string, folder = 'dist'): boolean {
  const stamp = stampFile(root, folder)
  if (!statSync(stamp, { throwIfNoEntry: false })) return false
  return readFileSync(stamp, 'utf8') === webFingerprint(root)
}

export const stampFile = (root: string, folder = 'dist'): string => join(root, folder, '.built')

function listFiles(root: string, source: string): string[] {
  const stats = statSync(join(root, source), { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}
