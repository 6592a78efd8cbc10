import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSourceFiles } from '../tests/support/source-files.ts'

const path = join(import.meta.dirname, '../CONTRIBUTING.md')
const [begin, end] = ['<!-- import map: npm run map -->\n', '<!-- end of import map -->']

/** Folders that nearly everything imports; drawing their arrows would hide all others. */
const foundations: Record<string, string[]> = {
  server: ['database', 'http', 'files'],
  web: ['ui', 'navigation', 'queries'],
}

/** Which folder of src/server or src/web a file is in; files beside the folders do not count. */
function folderIn(side: string, path: string): string | undefined {
  return new RegExp(`^src/${side}/([^/]+)/.+\\.tsx?$`).exec(path)?.[1]
}

/** The imports between the folders of one side, as a Mermaid diagram. */
function diagram(side: string): string {
  const skipped = foundations[side] ?? []
  const arrows = new Set<string>()
  for (const file of readSourceFiles(`src/${side}`)) {
    if (/\.test\.tsx?$/.test(file.path)) continue
    const from = folderIn(side, file.path)
    for (const imported of file.imports) {
      const to = folderIn(side, imported)
      if (!from || !to || from === to || skipped.includes(from) || skipped.includes(to)) continue
      arrows.add(`  ${from} --> ${to}`)
    }
  }
  return ['```mermaid', 'flowchart LR', ...[...arrows].sort(), '```'].join('\n')
}

/** Both diagrams, made from the import statements. */
export function importMap(): string {
  return ['server', 'web']
    .map(
      (side) => `\`src/${side}\`, without ${foundations[side]?.join(', ')}:\n\n${diagram(side)}\n`,
    )
    .join('\n')
}

/** The text of CONTRIBUTING.md with the map as it is now. */
export function withImportMap(text: string): string {
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`${path} has no import map.`)
  return `${before}${begin}\n${importMap()}\n${end}${after}`
}

if (import.meta.main) {
  await writeFile(path, withImportMap(await readFile(path, 'utf8')))
}
