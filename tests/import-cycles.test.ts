import { expect, it } from 'vitest'
import { readSourceFiles, type SourceFile } from './support/source-files.ts'

/** Returns one path for each cycle found by a depth-first search. Type imports count too. */
function findCycles(files: SourceFile[]): string[] {
  const importsByPath = new Map(files.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, ancestors: string[]) => {
    const start = ancestors.indexOf(path)
    if (start >= 0) cycles.push([...ancestors.slice(start), path].join(' -> '))
    if (start >= 0 || done.has(path)) return
    for (const imported of importsByPath.get(path) ?? []) visit(imported, [...ancestors, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return cycles
}

it('no file imports itself through others', () => {
  const files = ['src', 'scripts', 'demo', 'dev', 'tests'].flatMap(readSourceFiles)
  expect(findCycles(files)).toEqual([])
})

it('finds a cycle', () => {
  const file = (path: string, ...imports: string[]) => ({ path, text: '', imports })
  expect(findCycles([file('a', 'b'), file('b', 'c', 'd'), file('c'), file('d', 'a')])).toEqual([
    'a -> b -> d -> a',
  ])
})
