import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface SourceFile {
  /** The path from the project's root, with forward slashes. */
  path: string
  text: string
  /** The imported project files, as paths from the root. */
  imports: string[]
}

/** Reads every TypeScript file below a folder of the project. */
export function readSourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const path = `${folder}/${name.replaceAll('\\', '/')}`
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: findImports(path, text) }
    })
}

export function findImports(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => m[1] ?? '')
  return specifiers.flatMap((specifier) => {
    if (/^#(demo|dev|tests)\//.test(specifier)) return [specifier.slice(1)]
    if (specifier.startsWith('#')) return [specifier.replace('#', 'src/')]
    if (!specifier.startsWith('.')) return []
    return [relative(root, resolve(root, path, '..', specifier)).replaceAll('\\', '/')]
  })
}
